import type { Database } from '@platform/kit/database';
import { canonicalIdentifier } from './api-identifier.ts';
import { apiSettingsOf } from './api-resource-settings.ts';
import type { SetApiSettings } from './api-resource-settings.ts';
import type { RequestedApi } from './granted-scopes.ts';

/** An API as the function of the database returns it. */
export type RequestedApiRow = Omit<RequestedApi, 'settings'> & { settings: SetApiSettings };

/** Completes the settings of a row. */
export const requestedApi = ({ settings, ...row }: RequestedApiRow): RequestedApi => ({
  ...row,
  settings: apiSettingsOf(settings),
});

/** The names of resources in the form in which `find_requested_apis` compares them. */
export const canonicalNames = (names: readonly string[]): string[] => [
  ...new Set(names.map(canonicalIdentifier)),
];

/** Identifiers of APIs that a client of a tenant names. */
export interface RequestedNames {
  tenantId: string;
  clientId: string;
  names: readonly string[];
}

/** Reads the enabled APIs of a tenant with these identifiers, and a client's access to each. */
export async function findRequestedApis(
  db: Pick<Database, 'call'>,
  { tenantId, clientId, names }: RequestedNames,
): Promise<RequestedApi[]> {
  if (names.length === 0) return [];
  const [row] = await db.call<{ apis: RequestedApiRow[] }>({ tenantId }, 'find_requested_apis', [
    clientId,
    canonicalNames(names),
  ]);
  return (row?.apis ?? []).map(requestedApi);
}
