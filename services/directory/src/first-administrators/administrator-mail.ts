import type { TenantLookup } from '@platform/kit/auth';
import type { Tx } from '@platform/kit/database';
import type { RpcPeer } from '@platform/kit/grpc';
import { PermanentJobError, handleJob, jobKind } from '@platform/kit/jobs';
import type { JobMount, Jobs } from '@platform/kit/jobs';
import { Problem } from '@platform/kit/problem';
import { z } from 'zod';
import { findUser } from '../users/users.ts';

/** Invites the first administrator of a tenant, with retries for days. */
const administratorMailKind = jobKind({
  name: 'administrator_mail',
  payload: z.object({ userId: z.string() }),
  perTenant: 1,
  maxAttempts: 3_000,
});

export interface AdministratorMailOptions {
  identityFacade: () => RpcPeer;
  tenants: Pick<TenantLookup, 'byId'>;
}

export const enqueueAdministratorMail = (
  tx: Tx,
  jobs: Pick<Jobs, 'enqueue'>,
  userId: string,
): Promise<unknown> => jobs.enqueue(tx, administratorMailKind, { userId }, { subjectId: userId });

async function send(
  { identityFacade, tenants }: AdministratorMailOptions,
  tenantId: string,
  { id: userId, email }: { id: string; email: string },
): Promise<void> {
  const { issuer = '' } = (await tenants.byId(tenantId)) ?? {};
  await identityFacade()
    .service('platform.identity.v1.Mail')
    .Send(
      {
        tenantId,
        idempotencyKey: `administrator:${userId}`,
        type: 'administrator_invitation',
        to: email,
        linkUrl: `${issuer}/console`,
        userId,
      },
      { repeatable: true },
    );
}

/** Sends the mail to a first administrator. It waits while the mail service is unavailable. */
export const administratorMailJob = (options: AdministratorMailOptions): JobMount =>
  handleJob(administratorMailKind, {
    async run({ tenantId, payload: { userId }, read }) {
      const user = await read((tx) => findUser(tx, userId));
      if (!user || user.email === null) return;
      try {
        await send(options, tenantId, { id: user.id, email: user.email });
      } catch (error) {
        if (error instanceof Problem && error.status < 500 && error.status !== 429)
          throw new PermanentJobError(error.code, error.message);
        throw error;
      }
    },
  });
