import type {
  ApiClientResource,
  ApiDetailTypeResource,
  ApiResourceResource,
  ApiScopeResource,
} from '@platform/contracts';
import { isoTime } from '@platform/kit/formats';
import type { ApiClientRecord } from './api-client-store.ts';
import type { ApiDetailTypeRecord } from './api-detail-type-store.ts';
import { apiSettingsOf } from './api-resource-settings.ts';
import type { ApiResourceRecord } from './api-resource-store.ts';
import type { ApiScopeRecord } from './api-scope-store.ts';

/** The API representation of an API. */
export const asApiResource = (row: ApiResourceRecord): ApiResourceResource => ({
  id: row.id,
  identifier: row.identifier,
  name: row.name,
  ...apiSettingsOf(row.settings),
  enabled: row.enabled,
  tokensLiveUntil: isoTime(row.tokensLiveUntil),
  createdAt: row.createdAt.toISOString(),
  updatedAt: row.updatedAt.toISOString(),
});

/** The API representation of a scope. */
export const asApiScope = (row: ApiScopeRecord): ApiScopeResource => ({
  name: row.name,
  displayName: row.displayName,
  description: row.description,
  permission: row.permission,
  requires: row.requires,
  sensitive: row.sensitive,
  createdAt: row.createdAt.toISOString(),
  updatedAt: row.updatedAt.toISOString(),
});

/** The API representation of a type of authorization details. */
export const asApiDetailType = (row: ApiDetailTypeRecord): ApiDetailTypeResource => ({
  type: row.type,
  schema: row.schema,
  display: row.display,
  maxInstances: row.maxInstances,
  requires: row.requires,
  createdAt: row.createdAt.toISOString(),
  updatedAt: row.updatedAt.toISOString(),
});

/** The API representation of an application's access. */
export const asApiClient = (row: ApiClientRecord): ApiClientResource => ({
  clientId: row.clientId,
  scopes: row.scopes,
  modes: row.modes,
  detailTypes: row.detailTypes,
  createdAt: row.createdAt.toISOString(),
  updatedAt: row.updatedAt.toISOString(),
});
