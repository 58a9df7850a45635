import type { ApiScopePut } from '@platform/contracts';
import { contentVersion } from '@platform/kit/http';
import type { Conditional, TransactionScope } from '@platform/kit/http';
import { apiScopeName } from '@platform/contracts';
import { problemWithReason, found, invalid, problem } from '@platform/kit/problem';
import { asApiScope } from './api-resource-resource.ts';
import { apiSettingsOf } from './api-resource-settings.ts';
import { lockedApi } from './api-resource-store.ts';
import { publishApi } from './api-resources.ts';
import {
  countScopes,
  deleteScope,
  findScope,
  insertScope,
  updateScope,
} from './api-scope-store.ts';
import type { ApiScopeRecord } from './api-scope-store.ts';

const maxPerApi = 200;
const standard: ReadonlySet<string> = new Set([
  'openid',
  'offline_access',
  'profile',
  'email',
  'phone',
  'address',
]);
const reservedPrefixes = ['tenant:', 'platform:', 'self.', 'ssf.', 'mcp.'];

type Asked = TransactionScope & Conditional;

function checkName(name: string): void {
  if (!apiScopeName.safeParse(name).success || name === '')
    throw invalid(
      '/scope',
      'invalid_format',
      'must be a scope token (RFC 6749 §3.3) with at most 128 characters',
    );
  if (standard.has(name) || reservedPrefixes.some((prefix) => name.startsWith(prefix)))
    throw invalid(
      '/scope',
      'reserved',
      `must not be a scope of OpenID Connect or begin with ${reservedPrefixes.join(', ')}`,
    );
}

/** Creates or replaces a scope of an API. */
export async function putScope(
  { tx, ifMatch }: Asked,
  apiId: string,
  name: string,
  body: ApiScopePut,
): Promise<ApiScopeRecord> {
  const api = await lockedApi(tx, apiId);
  checkName(name);
  const before = await findScope(tx, apiId, name);
  ifMatch(before && contentVersion(asApiScope(before)));
  if (!before && (await countScopes(tx, apiId)) >= maxPerApi)
    throw problem('limit_exceeded', { detail: `An API can have at most ${maxPerApi} scopes` });
  const scope = { name, ...body };
  const row = before
    ? found(await updateScope(tx, apiId, scope))
    : await insertScope(tx, apiId, scope);
  await publishApi(tx, 'api_resource.scope_put', api, { scope: asApiScope(row) });
  return row;
}

/** Removes a scope, unless requests or roles still refer to it. */
export async function removeScope(
  { tx, ifMatch }: Asked,
  apiId: string,
  name: string,
): Promise<void> {
  const api = await lockedApi(tx, apiId);
  const row = found(await findScope(tx, apiId, name));
  ifMatch(contentVersion(asApiScope(row)));
  if (apiSettingsOf(api.settings).defaultScopes.includes(name))
    throw problemWithReason('conflict', {
      code: 'in_use',
      detail: `${name} is a default scope of the API; remove it from defaultScopes first`,
    });
  if (row.permission !== null)
    throw problemWithReason('conflict', {
      code: 'in_use',
      detail: `${name} is granted with the permission ${row.permission}; clear the permission of the scope first`,
    });
  await deleteScope(tx, apiId, name);
  await publishApi(tx, 'api_resource.scope_removed', api, { scope: asApiScope(row) });
}
