import type { RpcPeer } from '@platform/kit/grpc';
import { PermanentJobError, handleJob } from '@platform/kit/jobs';
import type { JobMount } from '@platform/kit/jobs';
import type { SecretBox } from '@platform/kit/secrets';
import { handoverBatchKind, handoverKind, openHandover } from './credential-handover.ts';
import { handoverItem } from './handover-credential.ts';
import { deleteCredentialHandovers, listCredentialHandovers } from './user-bulk-store.ts';
import { deleteCredentialHandover, findCredentialHandover } from './user-store.ts';

/** What {@link credentialHandoverJob} needs. */
export interface HandoverJobOptions {
  secrets: Pick<SecretBox, 'open'>;
  identity: () => RpcPeer;
}

const deadline = { deadlineMs: 10_000 };
/** A plain password of an import is hashed there, which takes a while for hundreds. */
const batchDeadline = { deadlineMs: 60_000 };

/** Hands credentials over to the identity service, and then forgets them. */
export const credentialHandoverJob = ({ secrets, identity }: HandoverJobOptions): JobMount =>
  handleJob(handoverKind, {
    async run(job) {
      const { tenantId, payload } = job;
      const { userId } = payload;
      const row = await job.read((tx) => findCredentialHandover(tx, userId));
      if (!row) return;
      const credential = openHandover(secrets, { tenantId, userId, sealed: row.sealed });
      const credentials = identity().service('platform.identity.v1.Credentials');
      const items = [handoverItem({ userId, credential })];
      const { results } = await credentials.ImportCredentials({ tenantId, items }, deadline);
      const removed = await job.transact((tx) => deleteCredentialHandover(tx, userId));
      if (results[0]?.outcome === 'REJECTED')
        throw new PermanentJobError('rejected', `the credential was rejected: ${results[0].code}`);
      // The user was deleted while the credential was on its way, and nobody else would remove it.
      if (removed === 0)
        await credentials.Remove(
          { tenantId, userId, authenticatorId: '', actorJson: '' },
          deadline,
        );
    },
  });

/** As {@link credentialHandoverJob}, for users who existed when an import brought their credentials. */
export const credentialHandoverBatchJob = ({ secrets, identity }: HandoverJobOptions): JobMount =>
  handleJob(handoverBatchKind, {
    async run(job) {
      const { tenantId, payload } = job;
      const rows = await job.read((tx) => listCredentialHandovers(tx, payload.userIds));
      if (rows.length === 0) return;
      const credentials = identity().service('platform.identity.v1.Credentials');
      const items = rows.map(({ userId, sealed }) =>
        handoverItem({ userId, credential: openHandover(secrets, { tenantId, userId, sealed }) }),
      );
      const { results } = await credentials.ImportCredentials({ tenantId, items }, batchDeadline);
      const kept = new Set(await job.transact((tx) => deleteCredentialHandovers(tx, rows)));
      for (const { userId } of rows)
        if (!kept.has(userId))
          await credentials.Remove(
            { tenantId, userId, authenticatorId: '', actorJson: '' },
            deadline,
          );
      const rejected = results.filter(({ outcome }) => outcome === 'REJECTED');
      if (rejected.length > 0)
        throw new PermanentJobError('rejected', `${rejected.length} credentials were rejected`);
    },
  });
