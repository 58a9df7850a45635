import { allOf, anyOf, scopesOf } from './operation.ts';
import type { Scopes } from './operation.ts';

/** The tasks that a setup link can be for. */
export const setupIntents = ['sso', 'directory', 'domains', 'logs'] as const;

/** See {@link setupIntents}. */
export type SetupIntentName = (typeof setupIntents)[number];

/** Returns the scope of a task. Only sessions of setup links have such scopes; no client can request them. */
export const setupScope = (intent: SetupIntentName): string => `setup.${intent}`;

/** Every scope of setup links. */
export const setupScopes: readonly string[] = setupIntents.map(setupScope);

/** Requires the scope of a task. The handler uses the organization of the token. */
export const setupFor = (intent: SetupIntentName): Scopes => allOf(setupScope(intent));

/** Requires a setup link, whatever it is for. */
export const anySetup: Scopes = anyOf(...setupScopes);

/** Whether an operation is for sessions of setup links: each of its scopes is one of {@link setupScopes}. */
export function isForSetup(scopes: Scopes): boolean {
  const named = scopesOf(scopes);
  return named.length > 0 && named.every((scope) => setupScopes.includes(scope));
}
