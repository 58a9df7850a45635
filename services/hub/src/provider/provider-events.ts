import type { EventEmitter } from 'node:events';
import type { TxContext } from '@platform/kit/database';
import { withRetryAfter } from '@platform/kit/problem';
import type { KoaContextWithOIDC, Provider } from 'oidc-provider';
import { firstIntervalSeconds } from '../device/poll-pace.ts';
import { outageRefusal } from '../oauth-errors/oauth-error.ts';
import type { OAuthRefusal } from '../oauth-errors/oauth-error.ts';
import { applyLogin } from '../sessions/sign-in-session.ts';
import type { LoginResult, SignInSession } from '../sessions/sign-in-session.ts';
import { guardPage } from './pages.ts';
import type { ProviderOptions } from './provider-options.ts';
import { stepUpAnswer } from '../tokens/step-up-answer.ts';
import { finalizeRedemption } from '../tokens/redemption-outcome.ts';

/** The response part of a Koa context. */
interface Answered {
  body?: unknown;
  status: number;
  set(headers: Record<string, string>): void;
}

/** Responds with an error document. The library has no error for an outage; it reports every unknown exception as `server_error`. */
function answerOutage(ctx: Answered, { status, error, description, headers }: OAuthRefusal): void {
  ctx.body = { error, error_description: description };
  ctx.status = status;
  if (headers) ctx.set(headers);
}

const isErrorDocument = (body: unknown): boolean =>
  (body as { error?: unknown } | null | undefined)?.error === 'server_error';

/** Replaces the library's response to an outage with one that asks the client to retry. */
function answerFailure(ctx: Answered, error: unknown): void {
  const outage = outageRefusal(error);
  if (outage && isErrorDocument(ctx.body)) answerOutage(ctx, outage);
}

const serverError: OAuthRefusal = {
  status: 500,
  error: 'server_error',
  description: 'the request failed',
};

const logFailureOf = (
  { log, tenant }: Pick<ProviderOptions, 'log' | 'tenant'>,
  error: unknown,
): void => log.error({ err: error, tenantId: tenant.id }, 'an OAuth request failed');

/** Applies the result of a login to the session, and logs failures. */
export function followProvider(
  provider: Provider,
  { log, tenant }: Pick<ProviderOptions, 'log' | 'tenant'>,
): void {
  const logFailure = (error: unknown): void => logFailureOf({ log, tenant }, error);
  provider.on('interaction.ended', (ctx) => {
    const login = ctx.oidc.result?.login as LoginResult | undefined;
    if (login) applyLogin(ctx.oidc.session as SignInSession, login);
  });
  provider.on('server_error', (ctx, error) => {
    logFailure(error);
    answerFailure(ctx, error);
  });
  (provider as EventEmitter).on('error', logFailure);
}

/** Adds security headers, error responses and the redemption of tokens to each request to the library. */
export function wrapRequests(
  provider: Provider,
  options: Pick<ProviderOptions, 'db' | 'log' | 'tenant'>,
  context: TxContext,
): void {
  provider.use(async (ctx, next) => {
    guardPage(ctx as never);
    try {
      await next();
    } catch (error) {
      // Without this, Koa responds in plain text.
      logFailureOf(options, error);
      answerOutage(ctx, outageRefusal(error) ?? serverError);
    }
    ctx.set(withRetryAfter(ctx.status));
  });
  provider.use(async (ctx, next) => {
    await next();
    const { route } = (ctx as unknown as KoaContextWithOIDC).oidc ?? {};
    if (route === 'device_authorization' && ctx.status === 200)
      ctx.body = { ...(ctx.body as object), interval: firstIntervalSeconds };
    const members = stepUpAnswer(ctx);
    if (members && ctx.status >= 400) ctx.body = { ...(ctx.body as object), ...members };
    if (route === 'token')
      await finalizeRedemption(options, context, ctx as unknown as KoaContextWithOIDC);
  });
}
