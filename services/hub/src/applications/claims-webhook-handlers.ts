import type { claimsWebhookOperations } from '@platform/contracts';
import type { Handlers } from '@platform/kit/http';
import type { ClaimsWebhooks } from './claims-webhooks.ts';

/** Handlers of the operations on claims webhooks. */
export const claimsWebhookHandlers = (webhooks: ClaimsWebhooks): Handlers<typeof claimsWebhookOperations> => ({
  claimsWebhookGet: (context) => webhooks.get(context, context.params.clientId),
  async claimsWebhookPut({ params, body, transact }) {
    await webhooks.check(body);
    return transact((scope) => webhooks.set(scope, params.clientId, body));
  },
  claimsWebhookDelete: (context) => webhooks.clear(context, context.params.clientId, context.query.version),
});
