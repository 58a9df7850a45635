import { parseJsonText } from '@platform/kit/http';
import { errors } from 'oidc-provider';
import type { Configuration, KoaContextWithOIDC, ResourceServer } from 'oidc-provider';
import { extrasOf } from '../oauth-clients/client-source.ts';
import type { ResourceScopes } from '../tokens/resource-scopes.ts';
import { keepOfflineAccess } from './offline-access.ts';
import type { DeviceInfo, ProviderPages } from './pages.ts';
import type { ProviderOptions } from './provider-options.ts';

type Features = NonNullable<Configuration['features']>;

const audience = 'product-api';

/** The device flow (RFC 8628). */
const deviceFlow = (pages: ProviderPages): Features['deviceFlow'] => ({
  enabled: true,
  charset: 'base-20',
  mask: '****-****',
  userCodeInputSource: (ctx, _form, _out, error) => pages.userCode(ctx, error),
  userCodeConfirmSource: (ctx, _form, client, device, userCode) =>
    pages.confirmDevice(ctx, {
      clientName: client.clientName ?? client.clientId,
      scopes: String(ctx.oidc.deviceCode?.params?.['scope'] ?? '')
        .split(' ')
        .filter(Boolean),
      device: device as DeviceInfo,
      userCode,
      askedAt: new Date((ctx.oidc.deviceCode?.iat ?? 0) * 1000),
    }),
  successSource: (ctx) => pages.deviceConnected(ctx),
});

/** The APIs that tokens can be requested for (RFC 8707), and the scopes that a client is granted there. */
const resourceIndicators = (
  apiResources: ReadonlySet<string>,
  scopesFor: ResourceScopes,
): Features['resourceIndicators'] => ({
  enabled: true,
  defaultResource: () => [...apiResources][0] as string,
  useGrantedResource: () => true,
  getResourceServerInfo: async (ctx, resource, client): Promise<ResourceServer> => {
    if (!apiResources.has(resource)) throw new errors.InvalidTarget();
    if (ctx.oidc.route !== 'token') keepOfflineAccess(ctx, client);
    return {
      scope: await scopesFor(ctx, client),
      audience,
      accessTokenTTL: extrasOf(client).access_token_seconds,
      accessTokenFormat: 'jwt',
      jwt: { sign: { alg: 'ES256' } },
    };
  },
});

const maxClaimsDepth = 10;

/** Limits the depth of the `claims` parameter. It is stored unchanged, and a value that is nested too deeply could not be written. */
function checkClaimsParameter({ oidc }: KoaContextWithOIDC): void {
  try {
    parseJsonText(String(oidc.params?.['claims']), maxClaimsDepth);
  } catch (cause) {
    throw new errors.InvalidRequest(
      `claims must be JSON that is nested at most ${maxClaimsDepth} levels deep`,
      undefined,
      { cause },
    );
  }
}

/** The OAuth and OpenID Connect features of a provider. */
export const providerFeatures = (
  { apiResources }: Pick<ProviderOptions, 'apiResources'>,
  pages: ProviderPages,
  scopesFor: ResourceScopes,
): Features => ({
  devInteractions: { enabled: false },
  clientCredentials: { enabled: true },
  introspection: { enabled: true },
  revocation: { enabled: true },
  // The hub answers UserInfo requests itself, because the library accepts no JWT there. `claimsParameter` requires the feature.
  userinfo: { enabled: true },
  claimsParameter: { enabled: true, assertClaimsParameter: checkClaimsParameter },
  rpInitiatedLogout: {
    enabled: true,
    logoutSource: (ctx) => pages.signOut(ctx),
    postLogoutSuccessSource: (ctx) => pages.signedOut(ctx),
  },
  pushedAuthorizationRequests: { enabled: true },
  deviceFlow: deviceFlow(pages),
  dPoP: { enabled: false },
  // Experimental: the library requires the version of the feature, and fails to start with another one.
  externalSigningSupport: { enabled: true, ack: 'experimental-01' },
  resourceIndicators: resourceIndicators(apiResources, scopesFor),
});
