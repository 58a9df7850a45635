import type { EventEmitter } from 'node:events';
import type { TxContext } from '@platform/kit/database';
import { withRetryAfter } from '@platform/kit/problem';
import type { KoaContextWithOIDC, Provider } from 'oidc-provider';
import { firstIntervalSeconds } from '../device/poll-pace.ts';
import { applyLogin } from '../sessions/sign-in-session.ts';
import type { LoginResult, SignInSession } from '../sessions/sign-in-session.ts';
import { guardPage } from './pages.ts';
import type { ProviderOptions } from './provider-options.ts';
import { finalizeRedemption } from './redemption-outcome.ts';

/** Applies what a login found out to the session, and logs what fails. */
export function followEngine(
  provider: Provider,
  { log, tenant }: Pick<ProviderOptions, 'log' | 'tenant'>,
): void {
  const logFailure = (error: unknown): void =>
    log.error({ err: error, tenantId: tenant.id }, 'an OAuth request failed');
  provider.on('interaction.ended', (ctx) => {
    const login = ctx.oidc.result?.login as LoginResult | undefined;
    if (login) applyLogin(ctx.oidc.session as SignInSession, login);
  });
  provider.on('server_error', (_ctx, error) => logFailure(error));
  (provider as EventEmitter).on('error', logFailure);
}

/** What is done around each request to the engine. */
export function wrapRequests(
  provider: Provider,
  options: Pick<ProviderOptions, 'db' | 'log'>,
  context: TxContext,
): void {
  provider.use(async (ctx, next) => {
    // Browsers take `Secure` cookies on http://localhost as well, which the library does not know.
    ctx.cookies.secure = true;
    guardPage(ctx as never);
    await next();
    ctx.set(withRetryAfter(ctx.status));
  });
  provider.use(async (ctx, next) => {
    await next();
    const { route } = (ctx as unknown as KoaContextWithOIDC).oidc ?? {};
    if (route === 'device_authorization' && ctx.status === 200)
      ctx.body = { ...(ctx.body as object), interval: firstIntervalSeconds };
    if (route === 'token')
      await finalizeRedemption(options, context, ctx as unknown as KoaContextWithOIDC);
  });
}
