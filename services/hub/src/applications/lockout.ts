import type { Tx } from '@platform/kit/database';
import { problem } from '@platform/kit/problem';
import { isScopeHeldElsewhere, lockRegistration } from './application-store.ts';
import type { ApplicationRecord } from './application-store.ts';

/** What it takes to give access back: people act through applications too, so without one that may have it nobody can. */
const administration = 'tenant:applications.write';

type Access = Pick<ApplicationRecord, 'enabled' | 'allowedScopes'>;

const administers = ({ enabled, allowedScopes: scopes }: Access): boolean =>
  enabled && scopes.includes(administration);

/**
 * Holds a change of an application, or its deletion, against losing the tenant's last way to administer it.
 * @throws 409 `lockout_risk` unless `allowLockout`
 */
export async function refuseLockout(
  tx: Tx,
  before: ApplicationRecord,
  after: Access | undefined,
  allowLockout: boolean | undefined,
): Promise<void> {
  if (allowLockout || !administers(before) || (after && administers(after))) return;
  // The last two do not go at once: the second waits here, and then sees that the first has gone.
  await lockRegistration(tx);
  const clientId = before.clientId;
  if (await isScopeHeldElsewhere(tx, { scope: administration, clientId })) return;
  throw problem('lockout_risk', {
    detail: `No other enabled application has ${administration}; grant it to another one first, or send allowLockout=true`,
  });
}
