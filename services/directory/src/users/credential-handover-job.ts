import type { CredentialInput } from '@platform/contracts';
import type { RpcPeer } from '@platform/kit/grpc';
import { PermanentJobError, handleJob } from '@platform/kit/jobs';
import type { JobMount } from '@platform/kit/jobs';
import type { SecretBox } from '@platform/kit/secrets';
import { handoverKind, openHandover } from './credential-handover.ts';
import { deleteCredentialHandover, findCredentialHandover } from './user-store.ts';

/** What {@link credentialHandoverJob} needs. */
export interface HandoverJobOptions {
  secrets: Pick<SecretBox, 'open'>;
  identity: () => RpcPeer;
}

const deadline = { deadlineMs: 10_000 };

/** The item of an import. The key is the user's, so that a repeated call is applied once. */
const itemOf = (userId: string, credential: CredentialInput) => ({
  userId,
  key: `handover/${userId}`,
  mustChange: credential.mustChange,
  ...('password' in credential
    ? { kind: 'password', value: credential.password }
    : { kind: 'password_hash', value: JSON.stringify(credential.passwordHash) }),
});

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
      const items = [itemOf(userId, credential)];
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
