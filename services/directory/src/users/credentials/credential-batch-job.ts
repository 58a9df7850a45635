import type { RpcPeer } from '@platform/kit/grpc';
import { PermanentJobError, handleJob } from '@platform/kit/jobs';
import type { ActiveJob, JobMount } from '@platform/kit/jobs';
import type { SecretBox } from '@platform/kit/secrets';
import { credentialBatchKind, openCredentialBatch } from './credential-batch.ts';
import { deleteUnchangedBatch, findCredentialBatch } from './credential-batch-store.ts';
import type { CredentialBatchRow } from './credential-batch-store.ts';
import { removeDeleted } from './credential-removal.ts';
import type { Credentials } from './credential-removal.ts';
import { handoverItem } from './handover-credential.ts';
import { handoverPause } from './handover-pause.ts';

type Job = ActiveJob<{ batchId: string }>;

/** The identity service hashes plain passwords of an import, which takes a while for hundreds. */
const batchDeadline = { deadlineMs: 60_000 };

/**
 * Deletes a batch that was handed over. Users who were withdrawn from it in the meantime were also
 * handed over, and are checked first.
 */
async function forget(
  job: Job,
  credentials: Credentials,
  sent: CredentialBatchRow,
  usersOf: (batch: CredentialBatchRow) => string[],
): Promise<void> {
  let known: CredentialBatchRow | undefined = sent;
  while (known) {
    const batch: CredentialBatchRow = known;
    if (await job.transact((tx) => deleteUnchangedBatch(tx, batch))) return;
    known = await job.read((tx) => findCredentialBatch(tx, batch.id));
    const left = new Set(known ? usersOf(known) : []);
    const withdrawn = usersOf(batch).filter((userId) => !left.has(userId));
    await removeDeleted(job, credentials, withdrawn);
  }
}

/** Hands batches of credentials over to the identity service, then deletes them. */
export function credentialBatchJob({
  secrets,
  identity,
}: {
  secrets: Pick<SecretBox, 'open'>;
  identity: () => RpcPeer;
}): JobMount {
  const pause = handoverPause();
  return handleJob(credentialBatchKind, {
    async run(job) {
      pause.requireOver();
      const { tenantId, payload } = job;
      const batch = await job.read((tx) => findCredentialBatch(tx, payload.batchId));
      if (!batch) return;
      const open = (row: CredentialBatchRow) => openCredentialBatch(secrets, tenantId, row);
      const credentials = identity().service('platform.identity.v1.Credentials');
      const items = open(batch).map((one) => handoverItem({ ...one, asOf: batch.asOf }));
      const { results } = await pause.call(() =>
        credentials.ImportCredentials({ tenantId, items }, batchDeadline),
      );
      await forget(job, credentials, batch, (row) => open(row).map(({ userId }) => userId));
      const rejected = results.filter(({ outcome }) => outcome === 'REJECTED');
      if (rejected.length > 0)
        throw new PermanentJobError('rejected', `${rejected.length} credentials were rejected`);
    },
  });
}
