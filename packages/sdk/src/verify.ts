export { InvalidToken, accessTokenVerifier } from './access-tokens.ts';
export type {
  AccessToken,
  RequiredScopes,
  TokenVerifier,
  TokenVerifierOptions,
} from './access-tokens.ts';
export { InvalidWebhook, verifyWebhook } from './webhooks.ts';
export type { WebhookEvent, WebhookMessage, WebhookOptions } from './webhooks.ts';
