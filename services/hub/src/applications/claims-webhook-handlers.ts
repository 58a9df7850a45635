import type { claimsWebhookOperations } from '@platform/contracts';
import { prepared } from '@platform/kit/http';
import type { Handlers } from '@platform/kit/http';
import { problem } from '@platform/kit/problem';
import type { ClaimsWebhooks } from './claims-webhooks.ts';

/** The handlers of the claims webhook operations. */
export const claimsWebhookHandlers = (
  webhooks: ClaimsWebhooks,
): Handlers<typeof claimsWebhookOperations> => ({
  claimsWebhookGet: ({ tx, params }) => webhooks.get(tx, params.clientId),
  claimsWebhookPut: prepared(
    ({ body }) => webhooks.check(body),
    ({ tx, params, body, ifMatch }) => webhooks.set({ tx, ifMatch }, params.clientId, body),
  ),
  // Without a webhook, the response is 404, but the version must be stored: the transaction commits before the error.
  async claimsWebhookDelete({ params, query, ifMatch, transact }) {
    const cleared = await transact((tx) =>
      webhooks.clear({ tx, ifMatch }, params.clientId, query.version),
    );
    if (!cleared) throw problem('not_found');
    return cleared;
  },
});
