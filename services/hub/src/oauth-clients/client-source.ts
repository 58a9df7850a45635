import { randomBytes } from 'node:crypto';
import { defaultTenantId, isSelfScope } from '@platform/contracts';
import { singleFlight } from '@platform/kit/cache';
import type { Database } from '@platform/kit/database';
import type { AdapterPayload, Client } from 'oidc-provider';
import { settingsOf } from '../applications/application-settings.ts';
import type { ClientWebhook } from '../claims-webhook/claims-enrichment.ts';
import type { ClientRow, LiveSecret } from './client-row.ts';

/** Properties that the hub adds to the library's clients. */
export interface ClientExtras {
  /** The tenant that the client was registered in. */
  home_tenant: string;
  allowed_scopes: string[];
  live_secrets: LiveSecret[];
  access_token_seconds: number;
  refresh_idle_seconds: number;
  claims_webhook?: ClientWebhook;
  first_party: boolean;
  /** False if the client has never had an access policy in this tenant. */
  may_have_policies: boolean;
  require_pkce: boolean;
  /** Whether a request without PKCE needs a nonce. */
  require_nonce: boolean;
  allowed_origins: string[];
  /** The URI that receives logout tokens (OpenID Connect Back-Channel Logout 1.0). */
  logout_uri?: string;
}

/** Returns the properties that the hub adds to a client. */
export const extrasOf = (client: Client): ClientExtras => client as unknown as ClientExtras;

export const clientExtras = [
  'home_tenant',
  'allowed_scopes',
  'live_secrets',
  'access_token_seconds',
  'refresh_idle_seconds',
  'claims_webhook',
  'first_party',
  'may_have_policies',
  'require_pkce',
  'require_nonce',
  'allowed_origins',
  'logout_uri',
] as const satisfies (keyof ClientExtras)[];

/** The supported grant types. */
export const offeredGrants: readonly string[] = [
  'authorization_code',
  'refresh_token',
  'client_credentials',
  'urn:ietf:params:oauth:grant-type:device_code',
  'urn:ietf:params:oauth:grant-type:token-exchange',
];

/** A client, and the unexpired artifact that its request redeems. */
export interface RedeemingClient {
  client: AdapterPayload;
  redeemed?: Record<string, unknown> | null;
  consumedAt?: Date | null;
  granted?: Record<string, unknown> | null;
  /** The APIs that the request names, or that the artifact is for; absent where they were not read. */
  apis?: readonly object[] | null;
}

export interface ClientSource {
  /** Finds a client in the library's format; undefined if it does not exist or is disabled. */
  find(tenantId: string, clientId: string): Promise<AdapterPayload | undefined>;
  /** Like `find`, but also returns the code or refresh token with this hash and its grant, unless the client's row is in another tenant. */
  findRedeeming(
    tenantId: string,
    clientId: string,
    redeemed: { model: string; hash: Buffer },
    names: readonly string[],
  ): Promise<RedeemingClient | undefined>;
  /** Like `find`, but also returns the APIs with these identifiers, unless the client's row is in another tenant. */
  findNaming(
    tenantId: string,
    clientId: string,
    names: readonly string[],
  ): Promise<Pick<RedeemingClient, 'client' | 'apis'> | undefined>;
}

const clientIdForm = /^[A-Za-z0-9][A-Za-z0-9._~-]{2,127}$/;

// The library requires a secret of clients that authenticate with one. The hub stores hashes and compares them itself.
const placeholder = randomBytes(32).toString('base64url');

type RedeemingRow = ClientRow & Required<Omit<RedeemingClient, 'client'>>;

/** Reads clients. Platform clients exist in every tenant; their row is in the default tenant. */
export function clientSource(options: {
  db: Pick<Database, 'call'>;
  platformClientIds: ReadonlySet<string>;
  accessTokenSeconds: number;
  refreshIdleSeconds: number;
}): ClientSource {
  const { db, platformClientIds, accessTokenSeconds, refreshIdleSeconds } = options;

  function metadata(clientId: string, homeTenant: string, row: ClientRow): AdapterPayload {
    const settings = settingsOf(row.type, row.settings);
    // A public client with a secret is treated as confidential: the CLI's client has one only if configured.
    const method =
      settings.tokenEndpointAuthMethod === 'none' && row.secrets.length > 0
        ? 'client_secret_basic'
        : settings.tokenEndpointAuthMethod;
    // The secret of a platform client must not give access to every tenant.
    const mayActAlone = method !== 'none' && !platformClientIds.has(clientId);
    const redirects = settings.grantTypes.includes('authorization_code')
      ? settings.redirectUris
      : [];
    const extras: ClientExtras = {
      home_tenant: homeTenant,
      // Nobody is asked for consent to these, so they are for first-party applications.
      allowed_scopes: settings.firstParty
        ? row.allowedScopes
        : row.allowedScopes.filter((scope) => !isSelfScope(scope)),
      live_secrets: row.secrets,
      access_token_seconds: row.settings.accessTokenTtlSeconds ?? accessTokenSeconds,
      refresh_idle_seconds: row.settings.refreshTokenIdleTtlSeconds ?? refreshIdleSeconds,
      claims_webhook: row.webhook ?? undefined,
      first_party: settings.firstParty,
      may_have_policies: row.mayHavePolicies,
      require_pkce: settings.requirePkce,
      require_nonce: settings.requireNonce,
      allowed_origins: settings.allowedOrigins,
      logout_uri: settings.backchannelLogoutUri ?? undefined,
    };
    return {
      client_id: clientId,
      client_name: row.name,
      token_endpoint_auth_method: method,
      // Without a redirect URI, a code cannot be sent.
      response_types: redirects.length > 0 ? ['code'] : [],
      response_modes: ['query', 'form_post'],
      redirect_uris: redirects,
      post_logout_redirect_uris: settings.postLogoutRedirectUris,
      // RFC 8252 §7.3: native applications may use any port in a loopback redirect URI.
      application_type: row.type === 'native' ? 'native' : 'web',
      logo_uri: settings.logoUri ?? undefined,
      tos_uri: settings.tosUri ?? undefined,
      policy_uri: settings.policyUri ?? undefined,
      id_token_signed_response_alg: settings.idTokenSignedResponseAlg,
      require_pushed_authorization_requests: settings.requirePar,
      grant_types: settings.grantTypes.filter(
        (grant) => offeredGrants.includes(grant) && (grant !== 'client_credentials' || mayActAlone),
      ),
      ...(method.startsWith('client_secret') ? { client_secret: placeholder } : {}),
      ...(method === 'private_key_jwt' && settings.jwks ? { jwks: settings.jwks } : {}),
      ...(method === 'private_key_jwt' && settings.jwksUri ? { jwks_uri: settings.jwksUri } : {}),
      ...extras,
    } as AdapterPayload;
  }

  const homeOf = (tenantId: string, clientId: string): string =>
    platformClientIds.has(clientId) ? defaultTenantId : tenantId;

  async function find(tenantId: string, clientId: string): Promise<AdapterPayload | undefined> {
    if (!clientIdForm.test(clientId)) return undefined;
    const home = homeOf(tenantId, clientId);
    const [row] = await db.call<ClientRow>({ tenantId: home }, 'find_client', [clientId]);
    if (!row) return undefined;
    // The row of the default tenant does not include the policies that other tenants have for a platform client.
    const mayHavePolicies = row.mayHavePolicies || home !== tenantId;
    return metadata(clientId, home, { ...row, mayHavePolicies });
  }

  async function findNaming(tenantId: string, clientId: string, names: readonly string[]) {
    if (homeOf(tenantId, clientId) !== tenantId || names.length === 0) {
      const client = await find(tenantId, clientId);
      return client && { client };
    }
    if (!clientIdForm.test(clientId)) return undefined;
    const values = [clientId, names];
    const [row] = await db.call<RedeemingRow>({ tenantId }, 'find_client_with_apis', values);
    return row && { client: metadata(clientId, tenantId, row), apis: row.apis };
  }

  // Concurrent requests of one client share a query.
  const findNamingShared = singleFlight(
    ([tenantId, clientId, names]: [string, string, readonly string[]]) =>
      findNaming(tenantId, clientId, names),
    ([tenantId, clientId, names]) => [tenantId, clientId, ...names].join(' '),
  );
  const findShared = singleFlight(
    ([tenantId, clientId]: [string, string]) => find(tenantId, clientId),
    (names) => names.join(' '),
  );

  return {
    find: (tenantId, clientId) => findShared([tenantId, clientId]),
    findNaming: (...query) => findNamingShared(query),
    async findRedeeming(tenantId, clientId, { model, hash }, names) {
      if (homeOf(tenantId, clientId) !== tenantId) {
        const client = await find(tenantId, clientId);
        return client && { client };
      }
      if (!clientIdForm.test(clientId)) return undefined;
      const values = [clientId, model, hash, names];
      const [row] = await db.call<RedeemingRow>({ tenantId }, 'find_token_client', values);
      return row && { ...row, client: metadata(clientId, tenantId, row) };
    },
  };
}
