import type { Tx } from '@platform/kit/database';
import { problem } from '@platform/kit/problem';
import { isScopeHeldElsewhere, lockRegistration } from './application-store.ts';
import type { ApplicationRecord } from './application-store.ts';

/** The scope that restores access. People also administer through applications, so at least one must be allowed it. */
const administration = 'tenant:applications.write';

type Access = Pick<ApplicationRecord, 'enabled' | 'allowedScopes'>;

const administers = ({ enabled, allowedScopes: scopes }: Access): boolean =>
  enabled && scopes.includes(administration);

/**
 * Rejects the change or deletion of the last application that can administer the tenant's applications.
 * @throws 409 `lockout_risk` unless `allowLockout`
 */
export async function checkLockout(
  tx: Tx,
  before: ApplicationRecord,
  after: Access | undefined,
  allowLockout: boolean | undefined,
): Promise<void> {
  if (allowLockout || !administers(before) || (after && administers(after))) return;
  // If the last two applications are removed concurrently, the second transaction waits here and then sees the first one's change.
  await lockRegistration(tx);
  const clientId = before.clientId;
  if (await isScopeHeldElsewhere(tx, { scope: administration, clientId })) return;
  throw problem('lockout_risk', {
    detail: `No other enabled application has ${administration}; grant it to another one first, or send allowLockout=true`,
  });
}
