import type {
  ApiResourceCreation,
  ApiResourceResource,
  ApiResourceUpdate,
  ApiSigningAlg,
  EventTypeName,
} from '@platform/contracts';
import type { Tx } from '@platform/kit/database';
import type { Conditional, RequestContext, TransactionScope } from '@platform/kit/http';
import { newId } from '@platform/kit/ids';
import { problemWithReason, invalid, invalidFields, problem } from '@platform/kit/problem';
import { dropApiConsents } from '../account/consents.ts';
import { describeClient } from '../applications/client-description.ts';
import { dropApiGrants } from '../grants/grants.ts';
import { changedMembers } from '../merge-patch.ts';
import { cutOff } from '../token-cutoffs/cut-off.ts';
import { canonicalIdentifier, identifierFault } from './api-identifier.ts';
import { asApiResource } from './api-resource-resource.ts';
import { apiSettingsOf, mergeApiSettings } from './api-resource-settings.ts';
import type { SetApiSettings } from './api-resource-settings.ts';
import {
  countApis,
  deleteApi,
  insertApi,
  lockApis,
  lockedApi,
  updateApi,
} from './api-resource-store.ts';
import type { ApiResourceRecord } from './api-resource-store.ts';
import { listScopes } from './api-scope-store.ts';

export interface ApiResourcesOptions {
  maxPerTenant: number;
  isReserved: (identifier: string) => boolean;
  /** Creates the tenant's key for the algorithm if there is none. */
  ensureKey: (tx: Tx, alg: ApiSigningAlg) => Promise<void>;
  now?: () => number;
}

type Asked = TransactionScope & Conditional & Pick<RequestContext, 'audit'>;

const taken = (identifier: string) =>
  problemWithReason('already_exists', {
    pointer: '/identifier',
    code: 'identifier_taken',
    detail: `The identifier ${identifier} is used by another API, or was until at most 30 days ago; choose another one`,
  });

const reserved = () =>
  invalid('/identifier', 'reserved', 'must not name the platform or one of its hosts');

/** Publishes an event about an API. */
export const publishApi = (
  tx: Tx,
  type: Exclude<Extract<EventTypeName, `api_resource.${string}`>, 'api_resource.keys_rotated'>,
  row: ApiResourceRecord,
  more: Record<string, unknown> = {},
): Promise<unknown> =>
  tx.publish({
    type,
    subject: { type: 'api_resource', id: row.id },
    data: { apiResource: asApiResource(row), ...more },
  });

/** Publishes the events of a change: being enabled or disabled is one of its own. */
async function publishChange(
  tx: Tx,
  row: ApiResourceRecord,
  changed: readonly string[],
): Promise<void> {
  const others = changed.filter((name) => name !== '/enabled' && name !== '/tokensLiveUntil');
  if (others.length > 0) await publishApi(tx, 'api_resource.updated', row, { changed: others });
  if (changed.includes('/enabled'))
    await publishApi(tx, row.enabled ? 'api_resource.enabled' : 'api_resource.disabled', row);
}

/** @throws 422 naming default scopes and introspecting clients that do not exist */
async function checkReferences(
  tx: Tx,
  id: string,
  { defaultScopes = [], introspectionClients = [] }: SetApiSettings,
): Promise<void> {
  const known =
    defaultScopes.length > 0 ? new Set((await listScopes(tx, id)).map(({ name }) => name)) : null;
  const errors = defaultScopes
    .map((scope, i) => ({ pointer: `/defaultScopes/${i}`, isKnown: known?.has(scope) ?? false }))
    .filter(({ isKnown }) => !isKnown)
    .map(({ pointer }) => ({
      pointer,
      code: 'not_found' as const,
      detail: 'must be a scope of the API',
    }));
  for (const [i, clientId] of introspectionClients.entries())
    if (!(await describeClient(tx, clientId)))
      errors.push({
        pointer: `/introspectionClients/${i}`,
        code: 'not_found',
        detail: 'must be the client id of an application',
      });
  if (errors.length > 0) throw invalidFields(errors);
}

/** Registers, changes and deletes APIs of a tenant in the caller's transaction. */
export function apiResources({
  maxPerTenant,
  isReserved,
  ensureKey,
  now = Date.now,
}: ApiResourcesOptions) {
  /** When the last token that is valid now has expired. */
  const liveUntil = (...states: ApiResourceResource[]): Date =>
    new Date(now() + Math.max(...states.map((api) => api.accessTokenTtlSeconds)) * 1000);

  /** Checks the form of an identifier. @throws 422 */
  function checkIdentifier(identifier: string): void {
    if (isReserved(identifier)) throw reserved();
    const fault = identifierFault(identifier);
    if (fault) throw invalid('/identifier', fault.code, fault.detail);
  }

  async function create(
    tx: Tx,
    { identifier, name, enabled, ...body }: ApiResourceCreation,
  ): Promise<ApiResourceRecord> {
    const id = newId('apiResource');
    const settings = mergeApiSettings({}, body);
    const { signingAlg, accessTokenTtlSeconds } = apiSettingsOf(settings);
    await checkReferences(tx, id, settings);
    await lockApis(tx);
    if ((await countApis(tx)) >= maxPerTenant)
      throw problem('limit_exceeded', {
        detail: `A tenant can have at most ${maxPerTenant} APIs`,
      });
    const canonical = canonicalIdentifier(identifier);
    const tokensLiveUntil = enabled ? null : new Date(now() + accessTokenTtlSeconds * 1000);
    const row = await insertApi(tx, {
      id,
      identifier,
      canonical,
      name,
      settings,
      enabled,
      tokensLiveUntil,
    });
    if (!row) throw taken(identifier);
    await ensureKey(tx, signingAlg);
    await publishApi(tx, 'api_resource.created', row);
    return row;
  }

  async function update(
    scope: Asked,
    id: string,
    patch: ApiResourceUpdate,
  ): Promise<ApiResourceRecord> {
    const { tx } = scope;
    const before = await lockedApi(tx, id);
    scope.ifMatch(before.version);
    if (patch.identifier !== undefined && patch.identifier !== before.identifier)
      throw invalid('/identifier', 'immutable', 'cannot be changed after the API is registered');
    const settings = mergeApiSettings(before.settings, patch);
    const enabled = patch.enabled ?? before.enabled;
    const next = { ...before, name: patch.name ?? before.name, settings, enabled };
    const changed = changedMembers(asApiResource(before), asApiResource(next));
    if (changed.length === 0) return before;
    await checkReferences(tx, id, settings);
    await ensureKey(tx, apiSettingsOf(settings).signingAlg);
    const isDisabled = before.enabled && !enabled;
    const tokensLiveUntil = isDisabled
      ? liveUntil(asApiResource(before), asApiResource(next))
      : enabled
        ? null
        : before.tokensLiveUntil;
    const after = await updateApi(tx, id, { name: next.name, settings, enabled, tokensLiveUntil });
    scope.audit({ changed });
    await publishChange(tx, after, changed);
    if (isDisabled) await cutOff(tx, { kind: 'resource', id });
    return after;
  }

  /** Returns until when backends that verify tokens themselves accept them. */
  async function remove({ tx, ifMatch }: Asked, id: string): Promise<Date> {
    const row = await lockedApi(tx, id);
    ifMatch(row.version);
    await deleteApi(tx, id);
    await dropApiConsents(tx, id);
    await dropApiGrants(tx, row.identifier);
    await publishApi(tx, 'api_resource.deleted', row);
    await cutOff(tx, { kind: 'resource', id });
    return row.tokensLiveUntil ?? liveUntil(asApiResource(row));
  }

  return { checkIdentifier, reserved, create, update, remove };
}

/** See {@link apiResources}. */
export type ApiResources = ReturnType<typeof apiResources>;
