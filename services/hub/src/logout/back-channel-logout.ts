import type { DirectoryTenant } from '@platform/kit/auth';
import type { Tx } from '@platform/kit/database';
import type { Egress } from '@platform/kit/egress';
import { handleJob, jobKind } from '@platform/kit/jobs';
import type { JobMount, Jobs } from '@platform/kit/jobs';
import { z } from 'zod';
import type { SessionPayload } from '../grants/grants.ts';
import type { ClientExtras, ClientSource } from '../oauth-clients/client-source.ts';
import type { SigningKeys } from '../signing-keys/signing-keys.ts';
import { logoutToken } from './logout-token.ts';

const timeoutMs = 5_000;

/** Notifies one client that a session has ended. */
const logoutKind = jobKind({
  name: 'back_channel_logout',
  payload: z.object({ clientId: z.string(), userId: z.string(), sid: z.string() }),
  concurrency: 8,
  perTenant: 4,
  maxAttempts: 8,
});

/** Enqueues a logout token for each client that the session was used at. */
export const notifyClients =
  (jobs: Jobs) =>
  async (tx: Tx, { accountId, authorizations = {} }: SessionPayload): Promise<void> => {
    if (accountId === undefined) return;
    for (const [clientId, { sid }] of Object.entries(authorizations)) {
      if (sid === undefined) continue;
      await jobs.enqueue(
        tx,
        logoutKind,
        { clientId, userId: accountId, sid },
        { dedupeKey: `${clientId} ${sid}`, subjectId: accountId },
      );
    }
  };

export interface BackChannelLogoutOptions {
  clients: ClientSource;
  keys: Pick<SigningKeys, 'current'>;
  tenantById: (id: string) => Promise<DirectoryTenant | null>;
  egress: Pick<Egress, 'request'>;
}

/** Sends logout tokens (OpenID Connect Back-Channel Logout 1.0 §2.5), and retries until the client accepts them. */
export const backChannelLogout = (options: BackChannelLogoutOptions): JobMount =>
  handleJob(logoutKind, {
    async run({ tenantId, payload: { clientId, userId, sid }, signal }) {
      const [client, tenant] = await Promise.all([
        options.clients.find(tenantId, clientId),
        options.tenantById(tenantId),
      ]);
      const { logout_uri: url } = (client ?? {}) as Partial<ClientExtras>;
      if (!client || !tenant || !url) return;
      const { signing } = await options.keys.current();
      const alg = client.id_token_signed_response_alg === 'ES256' ? 'ES256' : 'RS256';
      const key = signing[alg];
      if (!key) throw new Error(`there is no ${alg} key`);
      const token = await logoutToken({ issuer: tenant.issuer, clientId, userId, sid }, key);
      const { status } = await options.egress.request({
        tenantId,
        method: 'POST',
        url,
        headers: { 'content-type': 'application/x-www-form-urlencoded' },
        body: new TextEncoder().encode(new URLSearchParams({ logout_token: token }).toString()),
        timeoutMs,
        signal,
      });
      // §2.8: 400 means that the client could not log out the user, which a retry can fix.
      if (status !== 200 && status !== 204)
        throw new Error(`the client responded to the logout token with status ${status}`);
    },
  });
