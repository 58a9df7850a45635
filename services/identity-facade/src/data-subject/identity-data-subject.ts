import type { SubjectRequest } from '@platform/protos';
import type { Database, Tx } from '@platform/kit/database';
import { serveDataSubject } from '@platform/data-lifecycle/data-subject';
import type { SubjectAnswer } from '@platform/data-lifecycle/data-subject';
import type { RpcMount } from '@platform/kit/grpc';
import { describeAuthenticators } from '../authenticators/removal.ts';
import { admitSubject, barSubject } from '../challenges/removal.ts';
import { describeDevices } from '../devices/devices.ts';
import { describePassword } from '../passwords/password-removal.ts';
import { describeIdentities } from '../social/identities.ts';
import { eraseCredentials } from './credential-erasure.ts';
import { identitySections } from './identity-sections.ts';

const itemOf = (category: string, action: string, count: number) => ({
  category,
  action,
  count,
  retentionReason: '',
  retainedUntil: '',
});

const answered = (action: string, counts: Record<string, number>): SubjectAnswer => {
  const items = Object.entries(counts)
    .filter(([, count]) => count > 0)
    .map(([category, count]) => itemOf(category, action, count));
  return items.length > 0 ? { outcome: 'DONE', items } : { outcome: 'NOTHING_FOUND' };
};

const emailsOf = ({ identifiers }: Pick<SubjectRequest, 'identifiers'>): string[] =>
  identifiers.filter(({ type }) => type === 'email').map(({ value }) => value);

async function erase(tx: Tx, request: SubjectRequest, now: Date): Promise<SubjectAnswer> {
  const { userId, dryRun } = request;
  if (!dryRun)
    return answered('DELETED', await eraseCredentials(tx, { userId, emails: emailsOf(request) }));
  const { hasPassword } = await describePassword(tx, userId);
  const { authenticators } = await describeAuthenticators(tx, userId);
  const identities = await describeIdentities(tx, userId);
  const devices = await describeDevices(tx, userId, now);
  const counts = {
    passwords: Number(hasPassword),
    authenticators: authenticators.length,
    identities: identities.length,
    devices: devices.length,
  };
  return answered('DELETED', counts);
}

/** Data subject requests. Credentials are found by user id alone. */
export const identityDataSubject = ({
  db,
  clock,
}: {
  db: Database;
  clock: () => number;
}): RpcMount =>
  serveDataSubject({
    peer: 'identity-facade',
    db,
    deactivate: {
      async atOnce(tx, { userId, dryRun }) {
        if (userId === '') return { outcome: 'NOTHING_FOUND' };
        if (!dryRun) await barSubject(tx, userId, new Date(clock()));
        return answered('DISABLED', { challenges: 1 });
      },
    },
    reactivate: {
      async atOnce(tx, { userId, dryRun }) {
        const admitted = dryRun || userId === '' ? 0 : await admitSubject(tx, userId);
        return answered('DISABLED', { challenges: admitted });
      },
    },
    erase: {
      atOnce: async (tx, request) =>
        request.userId === ''
          ? { outcome: 'NOTHING_FOUND' }
          : erase(tx, request, new Date(clock())),
    },
    async *export(context, { userId }) {
      if (userId !== '') yield* identitySections({ db, clock }, context, userId);
    },
  });
