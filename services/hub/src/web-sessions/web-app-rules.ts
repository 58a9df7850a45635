import { selfScopes } from '@platform/contracts';
import type { WebApp } from '@platform/contracts';
import { tenantScopes } from '../applications/seeded-applications.ts';
import { satisfiedBy } from '../sessions/assurance.ts';

const minute = 60;
const hour = 60 * minute;

/** How long a session of an application lasts, in seconds. */
interface WebAppLifetime {
  /** Without use. */
  idleSeconds: number;
  absoluteSeconds: number;
}

export const webAppLifetimes: Readonly<Record<WebApp, WebAppLifetime>> = {
  console: { idleSeconds: 30 * minute, absoluteSeconds: 12 * hour },
  account: { idleSeconds: 2 * hour, absoluteSeconds: 24 * hour },
  setup: { idleSeconds: 30 * minute, absoluteSeconds: 8 * hour },
};

/** The applications that users sign in to; `setup` is opened by a link. */
export type SignInApp = Exclude<WebApp, 'setup'>;

/** See {@link SignInApp}. */
export const signInApps: readonly SignInApp[] = ['console', 'account'];

const identity = ['openid', 'profile', 'email'];

/** The scopes that an application asks for. Users get those for their own account, and `tenant:` scopes that their roles include. */
export const webAppScopes: Readonly<Record<SignInApp, readonly string[]>> = {
  console: [...identity, ...selfScopes, ...tenantScopes],
  // Users without a role that can be activated do not get the last.
  account: [...identity, ...selfScopes, 'tenant:pim.elevate'],
};

/** Where the issuer sends browsers back to, relative to it. */
export const callbackPath = '/web/callback';

/**
 * Returns the assurance that a sign-in must reach: what the application asked for, or what is configured for it if that is more.
 * @param configured `platform.web.console-acr`
 */
export function requiredAcr(
  app: SignInApp,
  asked: string | undefined,
  configured: string,
): string | undefined {
  if (app === 'account') return asked;
  return asked !== undefined && satisfiedBy(asked).includes(configured) ? asked : configured;
}
