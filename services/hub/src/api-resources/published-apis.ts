import type { Database, Tx } from '@platform/kit/database';
import { listDetailTypes } from './api-detail-type-store.ts';
import { apiSettingsOf } from './api-resource-settings.ts';
import { findApi, listPublishedIdentifiers } from './api-resource-store.ts';
import { listScopes } from './api-scope-store.ts';
import { resourceMetadata } from './resource-metadata.ts';

/** What an issuer makes public of its tenant's APIs. */
export interface PublishedApis {
  /** Identifiers of APIs with public metadata (RFC 9728 §4). */
  identifiers(tenantId: string): Promise<string[]>;
  /** The metadata of an API; undefined unless it is public. */
  metadata(
    tenant: { id: string; issuer: string },
    apiId: string,
  ): Promise<ReturnType<typeof resourceMetadata> | undefined>;
}

const actor = { type: 'system', id: 'hub' } as const;

/** See {@link PublishedApis}. */
export const publishedApis = (db: Pick<Database, 'read'>): PublishedApis => ({
  identifiers: (tenantId) => db.read({ tenantId, actor }, listPublishedIdentifiers),
  metadata: ({ id: tenantId, issuer }, apiId) =>
    db.read({ tenantId, actor }, async (tx) => {
      const api = await findApi(tx, apiId);
      if (!api?.enabled || !apiSettingsOf(api.settings).publish) return undefined;
      return resourceMetadata(issuer, api, {
        scopes: await listScopes(tx, apiId),
        detailTypes: await listDetailTypes(tx, apiId),
      });
    }),
});

/** What siblings need to know of an API; undefined if the tenant has no such API. */
export async function describeApi(tx: Tx, id: string) {
  const row = await findApi(tx, id);
  if (!row) return undefined;
  const { identifier, name, enabled } = row;
  return { identifier, name, enabled };
}
