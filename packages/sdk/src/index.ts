export type { Transport } from './attempt.ts';
export { Call } from './call.ts';
export type { CodesOf, Result } from './call.ts';
export { createClient } from './client.ts';
export type { Client, ClientOptions } from './client.ts';
export * from './generated/areas.ts';
export type { Platform } from './generated/platform.ts';
export type * from './generated/schemas.ts';
export type { Attempt, Hooks } from './hooks.ts';
export type {
  CallOptions,
  ConditionalOptions,
  KeyedConditionalOptions,
  KeyedOptions,
} from './options.ts';
export { defineHook } from './inline-hooks.ts';
export type {
  HookCall,
  HookCommand,
  HookDefinition,
  HookHandler,
  HookStage,
} from './inline-hooks.ts';
export { PagedCall } from './pages.ts';
export { createPlatform, platformOf } from './platform.ts';
export { relationshipChecks } from './relationships.ts';
export type { Question, RelationshipChecks, RelationshipOptions } from './relationships.ts';
export { PlatformProblem, isProblem } from './problem.ts';
export type { ClientCode, FieldError, Problem, ProblemCode, ProblemDocument } from './problem.ts';
export type { CallResponse, RateLimit } from './response.ts';
export { OAuthError, clientCredentials, deviceTokens, refreshedTokens } from './token-sources.ts';
export type {
  DeviceCode,
  DeviceOptions,
  OAuthClient,
  RefreshOptions,
  TokenRequest,
  TokenSource,
} from './token-sources.ts';
