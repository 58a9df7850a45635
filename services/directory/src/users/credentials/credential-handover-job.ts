import type { RpcPeer } from '@platform/kit/grpc';
import { PermanentJobError, handleJob } from '@platform/kit/jobs';
import type { ActiveJob, JobMount } from '@platform/kit/jobs';
import type { SecretBox } from '@platform/kit/secrets';
import { handoverBatchKind, handoverKind, openHandover } from './credential-handover.ts';
import { removeDeleted } from './credential-removal.ts';
import { handoverItem } from './handover-credential.ts';
import { deleteCredentialHandovers, listCredentialHandovers } from './credential-handover-store.ts';

export interface HandoverJobOptions {
  secrets: Pick<SecretBox, 'open'>;
  identity: () => RpcPeer;
}

/** The identity service hashes plain passwords of an import, which takes a while for hundreds. */
const deadlineMs = 60_000;

/**
 * Hands over the waiting credentials of these users. One that was replaced in the meantime is left
 * to the job of its successor.
 */
async function handOver(
  job: Pick<ActiveJob<unknown>, 'read' | 'transact' | 'tenantId'>,
  userIds: readonly string[],
  { secrets, identity }: HandoverJobOptions,
): Promise<void> {
  const rows = await job.read((tx) => listCredentialHandovers(tx, userIds));
  if (rows.length === 0) return;
  const { tenantId } = job;
  const items = rows.map((row) =>
    handoverItem({ ...row, credential: openHandover(secrets, { tenantId, ...row }) }),
  );
  const credentials = identity().service('platform.identity.v1.Credentials');
  const { results } = await credentials.ImportCredentials({ tenantId, items }, { deadlineMs });
  const deleted = await job.transact((tx) => deleteCredentialHandovers(tx, rows));
  const left = rows.map(({ userId }) => userId).filter((userId) => !deleted.has(userId));
  await removeDeleted(job, credentials, left);
  const rejected = results.filter(({ outcome }) => outcome === 'REJECTED');
  if (rejected.length > 0) {
    const codes = [...new Set(rejected.map(({ code }) => code))].join(', ');
    throw new PermanentJobError(
      'rejected',
      `credentials that were rejected: ${rejected.length} (${codes})`,
    );
  }
}

/** Hands a credential over to the identity service, then deletes it. */
export const credentialHandoverJob = (options: HandoverJobOptions): JobMount =>
  handleJob(handoverKind, { run: (job) => handOver(job, [job.payload.userId], options) });

/** Like {@link credentialHandoverJob}, for existing users whose credentials an import brought. */
export const credentialHandoverBatchJob = (options: HandoverJobOptions): JobMount =>
  handleJob(handoverBatchKind, { run: (job) => handOver(job, job.payload.userIds, options) });
