import type { SubjectSections } from '@platform/data-lifecycle/data-subject';
import type { Database, TxContext } from '@platform/kit/database';
import { describeAuthenticators } from '../authenticators/removal.ts';
import { describeDevices } from '../devices/devices.ts';
import { listMailsOf } from '../mail/mail-erasure.ts';
import { describePassword } from '../passwords/password-removal.ts';
import { describeSecurityEvents } from '../security-events/security-events-of.ts';
import { describeIdentities } from '../social/identities.ts';

/** Per section. */
const maxRecords = 10_000;

/** The data of a user, without secrets. Every section is present, empty for an unknown user. */
export async function* identitySections(
  { db, clock }: { db: Pick<Database, 'read'>; clock: () => number },
  context: TxContext,
  userId: string,
): SubjectSections {
  const { password, authenticators, identities, devices, mails, events } = await db.read(
    context,
    async (tx) => ({
      password: await describePassword(tx, userId),
      authenticators: (await describeAuthenticators(tx, userId)).authenticators,
      identities: await describeIdentities(tx, userId),
      devices: await describeDevices(tx, userId, new Date(clock())),
      mails: await listMailsOf(tx, userId, maxRecords + 1),
      events: await describeSecurityEvents(tx, userId, maxRecords + 1),
    }),
  );
  const { hasPassword, passwordSetAt, mustChange } = password;
  const shown = hasPassword ? { set: true, setAt: passwordSetAt, mustChange } : null;
  yield { section: 'password', json: JSON.stringify(shown) };
  const keys = authenticators.map(({ method: type, ...key }) => ({ type, ...key }));
  yield { section: 'authenticators', json: JSON.stringify(keys) };
  yield { section: 'identities', json: JSON.stringify(identities) };
  yield { section: 'trustedDevices', json: JSON.stringify(devices) };
  yield { section: 'emails', json: JSON.stringify(mails.slice(0, maxRecords)) };
  yield { section: 'securityEvents', json: JSON.stringify(events.slice(0, maxRecords)) };
  return mails.length > maxRecords || events.length > maxRecords;
}
