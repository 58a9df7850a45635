import { parseJsonText } from '@platform/kit/http';
import { errors } from 'oidc-provider';
import type { Configuration, KoaContextWithOIDC, ResourceServer } from 'oidc-provider';
import { extrasOf } from '../oauth-clients/client-source.ts';
import type { ResourceScopes } from '../tokens/resource-scopes.ts';
import type { scopePlan } from '../tokens/scope-plan.ts';
import type { ApiServer } from './api-server.ts';
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

type FeatureOptions = Pick<ProviderOptions, 'apiResources' | 'signing'>;

/** Decides about the scopes of resources. */
export interface ResourceParts {
  /** Of the management API, at the token endpoint. */
  platformScopes: ResourceScopes;
  /** Of any resource, before its user grants them. */
  plannedScopes: ReturnType<typeof scopePlan>;
  /** An API of the tenant. */
  apiServer: ApiServer;
}

/** The APIs that tokens can be requested for (RFC 8707), and the scopes that a client is granted there. */
const resourceIndicators = (
  { apiResources, signing }: FeatureOptions,
  { platformScopes, plannedScopes, apiServer }: ResourceParts,
): Features['resourceIndicators'] => ({
  enabled: true,
  // Of several that were granted, a token is for the management API, or else for the first.
  defaultResource: (_ctx, _client, oneOf = []) =>
    [oneOf].flat().find((name) => apiResources.has(name)) ??
    [oneOf].flat()[0] ??
    ([...apiResources][0] as string),
  useGrantedResource: () => true,
  getResourceServerInfo: async (ctx, resource, client): Promise<ResourceServer> => {
    const isToken = ctx.oidc.route === 'token';
    if (!isToken) keepOfflineAccess(ctx, client);
    if (!apiResources.has(resource)) return apiServer(ctx, client, resource);
    const scopes = isToken
      ? await platformScopes(ctx, client)
      : (await plannedScopes(ctx, client, resource)).join(' ');
    return {
      scope: scopes,
      audience,
      accessTokenTTL: extrasOf(client).access_token_seconds,
      accessTokenFormat: 'jwt',
      jwt: { sign: { alg: 'ES256', kid: signing.find(({ alg }) => alg === 'ES256')?.kid } },
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
  options: FeatureOptions,
  pages: ProviderPages,
  resources: ResourceParts,
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
  resourceIndicators: resourceIndicators(options, resources),
  // The hub adds authorization details to tokens itself: their types belong to APIs, and the library's are fixed in a provider.
  richAuthorizationRequests: {
    enabled: false,
    authorizationDetailsForAccessToken: async () => undefined,
  },
});
