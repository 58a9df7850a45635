import type { Metrics } from '@platform/kit/metrics';
import type { KoaContextWithOIDC, Provider } from 'oidc-provider';
import { offeredGrants } from '../oauth-clients/client-source.ts';

const startedAt = new WeakMap<object, number>();

/** Counts and times what the token endpoint answers; an unknown grant or error is no label. */
export function observeTokens(metrics: Metrics): (provider: Provider) => void {
  const issued = metrics.counter('hub_tokens_issued_total', 'Answers of the token endpoint.', [
    'grant',
    'result',
  ]);
  const durations = metrics.histogram(
    'hub_token_duration_seconds',
    'Response time of the token endpoint.',
    ['grant', 'result'],
  );

  function observe(ctx: KoaContextWithOIDC, result: string): void {
    const asked = ctx.oidc?.params?.['grant_type'];
    const grant = typeof asked === 'string' && offeredGrants.includes(asked) ? asked : 'other';
    issued.inc({ grant, result });
    const started = startedAt.get(ctx.req);
    if (started !== undefined)
      durations.observe({ grant, result }, (performance.now() - started) / 1000);
  }

  return (provider) => {
    provider.use(async (ctx, next) => {
      startedAt.set(ctx.req, performance.now());
      await next();
    });
    provider.on('grant.success', (ctx) => observe(ctx, 'success'));
    provider.on('grant.error', (ctx, error) => observe(ctx, error.error ?? 'server_error'));
    provider.on('server_error', (ctx) => observe(ctx, 'server_error'));
  };
}
