import type { ApiSimulation, ApiSimulationRequest } from '@platform/contracts';
import type { Tx } from '@platform/kit/database';
import { invalid } from '@platform/kit/problem';
import { fitClaims } from '@platform/siblings/claims';
import { findClientConsent } from '../account/consents.ts';
import type { ConsentRecord } from '../account/consents.ts';
import { describeClient } from '../applications/client-description.ts';
import { findApiClient } from './api-client-store.ts';
import { apiSettingsOf } from './api-resource-settings.ts';
import { existingApi } from './api-resource-store.ts';
import { listScopes } from './api-scope-store.ts';
import type { ApiUserAccess, ApiUserAccessOf } from './api-user-access.ts';
import { consentedScopes } from './consented-scopes.ts';
import { grantedScopes } from './granted-scopes.ts';
import type { RequestedApi } from './granted-scopes.ts';

export interface SimulationOptions {
  tenantId: string;
  issuer: string;
  read: <T>(work: (tx: Tx) => Promise<T>) => Promise<T>;
  userAccessOf: ApiUserAccessOf;
}

interface Simulated {
  api: RequestedApi;
  isFirstParty: boolean;
  consent: ConsentRecord | undefined;
}

async function load(
  tx: Tx,
  apiId: string,
  { clientId, userId }: ApiSimulationRequest,
): Promise<Simulated> {
  const row = await existingApi(tx, apiId);
  const client = await describeClient(tx, clientId);
  if (!client) throw invalid('/clientId', 'not_found', 'must be the client id of an application');
  const consent = userId === undefined ? undefined : await findClientConsent(tx, userId, clientId);
  const api = {
    id: row.id,
    identifier: row.identifier,
    name: row.name,
    settings: apiSettingsOf(row.settings),
    scopes: await listScopes(tx, apiId),
    detailTypes: [],
    client: (await findApiClient(tx, apiId, clientId)) ?? null,
  };
  return { api, isFirstParty: client.firstParty, consent };
}

/** A token that is larger than this does not fit into the headers that many servers accept. */
const maxAccessClaimBytes = 8_192;

/** The claims that an access token takes from the roles of its user. Those that do not fit are named in `overage`. */
export const accessClaims = (
  { claims }: RequestedApi['settings'],
  access: ApiUserAccess | undefined,
): Record<string, unknown> => {
  if (!access) return {};
  const chosen = (['roles', 'permissions', 'entitlements'] as const).filter((name) =>
    claims.includes(name),
  );
  const candidates = Object.fromEntries(chosen.map((name) => [name, access[name]]));
  return fitClaims(candidates, maxAccessClaimBytes).claims;
};

/** Applies the rules of a token request; the sign-in is assumed to meet what scopes require. */
export async function simulateApi(
  { tenantId, issuer, read, userAccessOf }: SimulationOptions,
  apiId: string,
  request: ApiSimulationRequest,
): Promise<ApiSimulation> {
  const { clientId, userId, organizationId = null, scopes } = request;
  const simulated = await read((tx) => load(tx, apiId, request));
  const { api, isFirstParty, consent } = simulated;
  const wanted = scopes.length > 0 ? scopes : api.settings.defaultScopes;
  const needsOrganization = api.settings.organization === 'required' && organizationId === null;
  if (needsOrganization)
    return {
      scopes: [],
      left: wanted.map((scope) => ({ scope, reason: 'organization_required' })),
      claims: {},
    };
  const access =
    userId === undefined
      ? undefined
      : await userAccessOf({ tenantId, userId, clientId, organizationId, apiId });
  const allowed = grantedScopes(api, {
    wanted,
    mode: userId === undefined ? 'client' : 'user',
    isFirstParty,
    ...(access && { permissions: new Set(access.permissions) }),
  });
  const result =
    userId === undefined || isFirstParty ? allowed : consentedScopes(api, consent, allowed);
  return {
    scopes: result.granted,
    left: result.left,
    claims: {
      iss: issuer,
      aud: api.identifier,
      sub: userId ?? clientId,
      client_id: clientId,
      tnt: tenantId,
      scope: result.granted.join(' '),
      ...(userId !== undefined &&
        organizationId !== null &&
        api.settings.organization !== 'none' && { org_id: organizationId }),
      ...accessClaims(api.settings, access),
    },
  };
}
