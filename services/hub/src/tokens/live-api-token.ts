import type { AccessClaims } from '@platform/kit/auth';
import { batched, singleFlight } from '@platform/kit/cache';
import type { Database } from '@platform/kit/database';
import { decodeProtectedHeader, errors as joseErrors, jwtVerify } from 'jose';
import type { JWK } from 'jose';
import type { Client } from 'oidc-provider';
import { findRequestedApis } from '../api-resources/requested-api-rows.ts';
import type { RequestedNames } from '../api-resources/requested-api-rows.ts';
import type { RequestedApi } from '../api-resources/granted-scopes.ts';
import { findArtifacts } from '../grants/artifacts.ts';
import type { ResourceKeys } from '../signing-keys/resource-keys.ts';
import { cutOffReader } from '../token-cutoffs/cut-off.ts';
import { opaquePrefix } from './api-token.ts';
import { opaqueModel } from './token-issue.ts';

/** A valid access token of an issuer. */
export interface LiveToken {
  claims: AccessClaims;
  /** The API of the tenant that the token is for; absent for the management API. */
  api?: RequestedApi;
}

/** An access token for an API of the tenant that is valid now. */
export type LiveApiToken = Required<LiveToken>;

/**
 * Whether a client learns the claims of a token. Anyone can use the id of a public client, so it can introspect only its own tokens.
 */
export function mayIntrospect({ claims, api }: LiveToken, client: Client): boolean {
  const { clientId, tokenEndpointAuthMethod: method } = client;
  if (claims.client_id === clientId) return true;
  if (method === 'none') return false;
  return !api || api.settings.introspectionClients.includes(clientId);
}

export interface ApiTokenReaderOptions {
  db: Pick<Database, 'read' | 'call'>;
  resourceKeys: Pick<ResourceKeys, 'published'>;
}

interface Issuer {
  id: string;
  issuer: string;
}

/** Verifies access tokens for the APIs of tenants: the hub is the only service that can. */
export interface ApiTokenReader {
  /** Whether a token is one for an API of the tenant, valid or not. */
  isApiToken(tenant: Issuer, token: string): Promise<boolean>;
  /** Undefined for a token that is not valid, was revoked, or is for an API that is disabled. */
  read(tenant: Issuer, token: string): Promise<LiveApiToken | undefined>;
}

function kidOf(token: string): string | undefined {
  try {
    return decodeProtectedHeader(token).kid;
  } catch {
    return undefined;
  }
}

/** See {@link ApiTokenReader}. */
export function apiTokenReader({ db, resourceKeys }: ApiTokenReaderOptions): ApiTokenReader {
  const isCutOff = cutOffReader(db);
  const findApis = singleFlight(
    (request: RequestedNames) => findRequestedApis(db, request),
    ({ tenantId, clientId, names }) => [tenantId, clientId, ...names].join(' '),
  );

  async function keyOf(tenantId: string, token: string): Promise<JWK | undefined> {
    const kid = kidOf(token);
    if (kid === undefined) return undefined;
    return (await resourceKeys.published(tenantId)).find((key) => key.kid === kid);
  }

  async function signedClaims({ id, issuer }: Issuer, token: string) {
    const key = await keyOf(id, token);
    if (!key?.alg) return undefined;
    try {
      const verified = await jwtVerify(token, key, {
        issuer,
        typ: 'at+jwt',
        algorithms: [key.alg],
      });
      return verified.payload as unknown as AccessClaims;
    } catch (error) {
      if (error instanceof joseErrors.JOSEError) return undefined;
      throw error;
    }
  }

  const findOpaque = batched({
    work: (asked: readonly { tenantId: string; id: string }[]) =>
      db.read({ tenantId: asked[0]!.tenantId, actor: { type: 'system', id: 'hub' } }, (tx) =>
        findArtifacts(tx, { model: opaqueModel, ids: asked.map(({ id }) => id) }),
      ),
    nameOf: ({ tenantId }) => tenantId,
  });

  const storedClaims = async (tenantId: string, token: string) =>
    (await findOpaque({ tenantId, id: token }))?.['claims'] as AccessClaims | undefined;

  return {
    isApiToken: async (tenant, token) =>
      token.startsWith(opaquePrefix) || (await keyOf(tenant.id, token)) !== undefined,
    async read(tenant, token) {
      const { id: tenantId } = tenant;
      const claims = token.startsWith(opaquePrefix)
        ? await storedClaims(tenantId, token)
        : await signedClaims(tenant, token);
      if (!claims || claims.tnt !== tenantId) return undefined;
      const { client_id: clientId, aud } = claims;
      const names = [aud].flat().slice(0, 1) as string[];
      const [api] = await findApis({ tenantId, clientId, names });
      if (!api) return undefined;
      return (await isCutOff(tenantId, { claims, apiId: api.id })) ? undefined : { claims, api };
    },
  };
}
