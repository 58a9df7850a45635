import type { Metrics } from '@platform/kit/telemetry';
import { errors } from 'oidc-provider';
import type { Client, KoaContextWithOIDC, ResourceServer } from 'oidc-provider';
import { extrasOf } from '../oauth-clients/client-source.ts';
import { apiScopes } from '../tokens/api-scopes.ts';
import type { ApiScopesOptions } from '../tokens/api-scopes.ts';
import { noteApiToken } from '../tokens/api-token.ts';
import type { RequestedApis } from '../tokens/requested-apis.ts';
import type { scopePlan } from '../tokens/scope-plan.ts';
import type { ResourceSigning } from './resource-signing.ts';

export interface ApiServerOptions extends ApiScopesOptions {
  apis: RequestedApis;
  plannedScopes: ReturnType<typeof scopePlan>;
  signing: ResourceSigning;
  metrics: Metrics;
}

/** An API of the tenant, as the library's resource server. @throws OAuth errors, `invalid_target` for an unknown one */
export type ApiServer = (
  ctx: KoaContextWithOIDC,
  client: Client,
  resource: string,
) => Promise<ResourceServer>;

/** See {@link ApiServer}. */
export function apiServers(options: ApiServerOptions): ApiServer {
  const { apis, plannedScopes, signing, metrics } = options;
  const refusals = metrics.counter('hub_resource_refusals_total');
  const scopesAt = apiScopes(options);

  async function serverOf(...[ctx, client, resource]: Parameters<ApiServer>) {
    const isToken = ctx.oidc.route === 'token';
    const planned = isToken ? [] : await plannedScopes(ctx, client, resource);
    const api = await apis.named(ctx, resource);
    if (!api) throw new errors.InvalidTarget();
    const { settings, identifier } = api;
    const isOpaque = settings.tokenFormat === 'opaque';
    // The JWT behind an opaque token leaves no pod.
    const alg = isOpaque ? 'ES256' : settings.signingAlg;
    const server = {
      audience: identifier,
      accessTokenTTL: Math.min(
        settings.accessTokenTtlSeconds,
        extrasOf(client).access_token_seconds,
      ),
      accessTokenFormat: 'jwt',
    } as const;
    if (!isToken) return { ...server, scope: planned.join(' ') };
    const { scopes, access } = await scopesAt(ctx, client, api);
    const kid = isOpaque ? undefined : await signing.use(alg);
    noteApiToken(ctx, { api, kid, access });
    const signer = isOpaque ? signing.platformKid : signing.signerOf(alg);
    return { ...server, scope: scopes.join(' '), jwt: { sign: { alg, kid: signer } } };
  }

  return (...request) =>
    serverOf(...request).catch((error: unknown) => {
      if (error instanceof errors.OIDCProviderError) refusals.inc({ reason: error.error });
      throw error;
    });
}
