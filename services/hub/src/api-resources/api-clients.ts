import type {
  ApiClientPut,
  ApiClientResource,
  ApplicationTypeName,
  FieldError,
} from '@platform/contracts';
import type { Tx } from '@platform/kit/database';
import { contentVersion } from '@platform/kit/http';
import type { Conditional, TransactionScope } from '@platform/kit/http';
import { found, invalid, invalidFields, problem } from '@platform/kit/problem';
import { isConfidential } from '../applications/application-types.ts';
import { describeClient } from '../applications/client-description.ts';
import { apiClientCutoff, cutOff } from '../token-cutoffs/cut-off.ts';
import {
  countApiClients,
  deleteApiClient,
  findApiClient,
  insertApiClient,
  updateApiClient,
} from './api-client-store.ts';
import type { ApiClientRecord } from './api-client-store.ts';
import { listDetailTypes } from './api-detail-type-store.ts';
import { asApiClient } from './api-resource-resource.ts';
import { lockedApi } from './api-resource-store.ts';
import { publishApi } from './api-resources.ts';
import { listScopes } from './api-scope-store.ts';

const maxPerApi = 1_000;

type Asked = TransactionScope & Conditional;
type Modes = ApiClientResource['modes'];

/** How applications of a type can get tokens. */
const modesOfType = (type: ApplicationTypeName): Modes => {
  if (type === 'm2m') return ['client'];
  return isConfidential(type) ? ['user', 'client'] : ['user'];
};

const unknownNames = (
  member: string,
  names: readonly string[],
  known: ReadonlySet<string>,
  detail: string,
): FieldError[] =>
  names.flatMap((name, i) =>
    known.has(name) ? [] : [{ pointer: `/${member}/${i}`, code: 'not_found' as const, detail }],
  );

async function checkNames(
  tx: Tx,
  apiId: string,
  { scopes, detailTypes }: Pick<ApiClientPut, 'scopes' | 'detailTypes'>,
): Promise<void> {
  const names = scopes ? (await listScopes(tx, apiId)).map(({ name }) => name) : [];
  const types =
    detailTypes.length > 0 ? (await listDetailTypes(tx, apiId)).map(({ type }) => type) : [];
  const errors = [
    ...unknownNames('scopes', scopes ?? [], new Set(names), 'must be a scope of the API'),
    ...unknownNames('detailTypes', detailTypes, new Set(types), 'must be a detail type of the API'),
  ];
  if (errors.length > 0) throw invalidFields(errors);
}

/** Gives an application access to an API, or changes it. @throws 404 if there is no such API or application */
export async function putApiClient(
  { tx, ifMatch }: Asked,
  apiId: string,
  clientId: string,
  body: ApiClientPut,
): Promise<ApiClientRecord> {
  const api = await lockedApi(tx, apiId);
  const { type } = found(await describeClient(tx, clientId));
  const possible = modesOfType(type);
  const modes = body.modes ?? possible;
  if (!isConfidential(type) && modes.includes('client'))
    throw invalid('/modes', 'invalid_format', 'must not contain client for a public application');
  await checkNames(tx, apiId, body);
  const before = await findApiClient(tx, apiId, clientId);
  ifMatch(before && contentVersion(asApiClient(before)));
  if (!before && (await countApiClients(tx, apiId)) >= maxPerApi)
    throw problem('limit_exceeded', {
      detail: `An API can have at most ${maxPerApi} applications`,
    });
  const { scopes, detailTypes } = body;
  const client = { clientId, scopes, modes, detailTypes };
  const row = before
    ? found(await updateApiClient(tx, apiId, client))
    : await insertApiClient(tx, apiId, client);
  await publishApi(tx, 'api_resource.client_granted', api, { client: asApiClient(row) });
  return row;
}

/** Revokes an application's access to an API, and its tokens for it. */
export async function removeApiClient(
  { tx, ifMatch }: Asked,
  apiId: string,
  clientId: string,
): Promise<void> {
  const api = await lockedApi(tx, apiId);
  const row = found(await findApiClient(tx, apiId, clientId));
  ifMatch(contentVersion(asApiClient(row)));
  await deleteApiClient(tx, apiId, clientId);
  await publishApi(tx, 'api_resource.client_revoked', api, { client: asApiClient(row) });
  await cutOff(tx, { kind: 'resource', id: apiClientCutoff(apiId, clientId) });
}
