export { InvalidToken, accessTokenVerifier } from './access-tokens.ts';
export type {
  AccessToken,
  RequiredScopes,
  TokenVerifier,
  TokenVerifierOptions,
} from './access-tokens.ts';
export { InvalidWebhook, signWebhook, verifyWebhook } from './webhooks.ts';
export type { UnsignedWebhook, WebhookEvent, WebhookMessage, WebhookOptions } from './webhooks.ts';
