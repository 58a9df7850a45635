import type { claimsWebhookOperations } from '@platform/contracts';
import type { Handlers } from '@platform/kit/http';
import { problem } from '@platform/kit/problem';
import type { ClaimsWebhooks } from './claims-webhooks.ts';

/** Handlers of the operations on claims webhooks. */
export const claimsWebhookHandlers = (
  webhooks: ClaimsWebhooks,
): Handlers<typeof claimsWebhookOperations> => ({
  claimsWebhookGet: ({ tx, params }) => webhooks.get(tx, params.clientId),
  async claimsWebhookPut({ params, body, ifMatch, transact }) {
    await webhooks.check(body);
    return transact((tx) => webhooks.set({ tx, ifMatch }, params.clientId, body));
  },
  async claimsWebhookDelete({ params, query, ifMatch, transact }) {
    const cleared = await transact((tx) =>
      webhooks.clear({ tx, ifMatch }, params.clientId, query.version),
    );
    if (!cleared) throw problem('not_found');
    return cleared;
  },
});
