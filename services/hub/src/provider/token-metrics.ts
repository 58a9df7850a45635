import type { Metrics } from '@platform/kit/telemetry';
import { currentScope, noteAccess } from '@platform/kit/telemetry';
import type { KoaContextWithOIDC, Provider } from 'oidc-provider';
import { offeredGrants } from '../oauth-clients/client-source.ts';
import { isForApi } from '../tokens/api-token.ts';
import type { ClientAuthFailures } from '../oauth-clients/client-auth-failures.ts';

const startedAt = new WeakMap<object, number>();

/** The library's error events of the other endpoints at which clients authenticate. */
const authenticated = [
  'introspection.error',
  'revocation.error',
  'pushed_authorization_request.error',
  'device_authorization.error',
] as const;

/** The OAuth error code (RFC 6749 §5.2). */
const codeOf = (error: { error?: string }): string => error.error ?? 'server_error';

/** Measures token requests, and adds client, grant and error to access log lines. An unknown grant is labelled `other`, to bound the label values. */
export function observeTokens(
  metrics: Metrics,
  failures: Pick<ClientAuthFailures, 'failed'>,
): (provider: Provider, tenantId: string) => void {
  const issued = metrics.counter('hub_tokens_issued_total');
  const durations = metrics.histogram('hub_token_duration_seconds');

  function observe(ctx: KoaContextWithOIDC, result: string): void {
    const asked = ctx.oidc?.params?.['grant_type'];
    const grant = typeof asked === 'string' && offeredGrants.includes(asked) ? asked : 'other';
    noteAccess({ grant });
    issued.inc({ grant, result, resource: isForApi(ctx) ? 'tenant' : 'platform' });
    const started = startedAt.get(ctx.req);
    if (started !== undefined)
      durations.observe({ grant, result }, (performance.now() - started) / 1000);
  }

  function noteFailure(ctx: KoaContextWithOIDC, code: string, tenantId: string): void {
    noteAccess({ code });
    if (code !== 'invalid_client') return;
    failures.failed({
      tenantId,
      clientId: ctx.oidc?.client?.clientId,
      endpoint: currentScope()?.access.operationId ?? 'none',
      address: ctx.ip,
    });
  }

  return (provider, tenantId) => {
    provider.use(async (ctx, next) => {
      startedAt.set(ctx.req, performance.now());
      await next();
      const { client } = (ctx as unknown as KoaContextWithOIDC).oidc ?? {};
      if (client) noteAccess({ principalType: 'client', clientId: client.clientId });
    });
    provider.on('grant.success', (ctx) => observe(ctx, 'success'));
    provider.on('grant.error', (ctx, error) => {
      observe(ctx, codeOf(error));
      noteFailure(ctx, codeOf(error), tenantId);
    });
    for (const event of authenticated)
      provider.on(event as 'introspection.error', (ctx, error) =>
        noteFailure(ctx, codeOf(error), tenantId),
      );
    provider.on('authorization.error', (_ctx, error) => noteAccess({ code: codeOf(error) }));
    provider.on('server_error', (ctx) => {
      noteAccess({ code: 'server_error' });
      if (ctx.oidc?.route === 'token') observe(ctx, 'server_error');
    });
  };
}
