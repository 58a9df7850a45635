export { accessTokenVerifier } from './access-tokens.ts';
export type {
  AccessToken,
  TokenRequirements,
  TokenVerifier,
  TokenVerifierOptions,
} from './access-tokens.ts';
export { authenticate, refusalOf } from './authenticate.ts';
export type { Authentication, Refusal, RequestLike, WebHandler } from './authenticate.ts';
export type { IntrospectionOptions } from './introspection.ts';
export { InvalidToken } from './invalid-token.ts';
export type { ChallengeParameters, TokenFault } from './invalid-token.ts';
export { InvalidWebhook, defineWebhook, verifyWebhook } from './webhooks.ts';
export type {
  WebhookDefinition,
  WebhookEvent,
  WebhookMessage,
  WebhookOptions,
} from './webhooks.ts';
