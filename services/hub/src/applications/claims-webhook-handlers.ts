import type { claimsWebhookOperations } from '@platform/contracts';
import { prepared } from '@platform/kit/http';
import type { Handlers } from '@platform/kit/http';
import { problem } from '@platform/kit/problem';
import type { ClaimsWebhooks } from './claims-webhooks.ts';

/** Handlers of the operations on claims webhooks. */
export const claimsWebhookHandlers = (
  webhooks: ClaimsWebhooks,
): Handlers<typeof claimsWebhookOperations> => ({
  claimsWebhookGet: ({ tx, params }) => webhooks.get(tx, params.clientId),
  claimsWebhookPut: prepared(
    ({ body }) => webhooks.check(body),
    ({ tx, params, body, ifMatch }) => webhooks.set({ tx, ifMatch }, params.clientId, body),
  ),
  // Where there is none, the version is kept although the answer is 404: its transaction commits first.
  async claimsWebhookDelete({ params, query, ifMatch, transact }) {
    const cleared = await transact((tx) =>
      webhooks.clear({ tx, ifMatch }, params.clientId, query.version),
    );
    if (!cleared) throw problem('not_found');
    return cleared;
  },
});
