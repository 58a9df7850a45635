import { now, sql } from '@platform/kit/database';
import type { RowOf, Tx } from '@platform/kit/database';
import { hub } from '../generated/tables.ts';

/** Scopes of APIs of the tenant, by the id of the API. */
export type ApiScopes = Readonly<Record<string, readonly string[]>>;

const consents = hub.table('accountConsent').narrow<{ apiScopes: ApiScopes }>().omit('userId');

/** A user's consent to an application. */
export type ConsentRecord = RowOf<typeof consents>;

/** A consent that a user gives. */
export interface NewConsent {
  userId: string;
  clientId: string;
  scopes: string[];
  claims: string[];
  resources: string[];
  apiScopes: ApiScopes;
}

export const findClientConsent = (
  tx: Tx,
  userId: string,
  clientId: string,
): Promise<ConsentRecord | undefined> => consents.find(tx, { userId, clientId });

export const listClientConsents = (tx: Tx, userId: string): Promise<ConsentRecord[]> =>
  consents.list(tx, { where: { userId }, orderBy: ['grantedAt desc', 'clientId'] });

const union = (column: 'scopes' | 'claims' | 'resources') =>
  sql<
    string[]
  >`ARRAY(SELECT DISTINCT unnest(${sql.ref(`accountConsent.${column}`)} || ${sql.ref(`excluded.${column}`)}) ORDER BY 1)`;

/** Adds to an earlier consent. */
export const upsertConsent = (tx: Tx, { apiScopes, ...consent }: NewConsent): Promise<number> =>
  tx.execute(
    hub.query
      .insertInto('accountConsent')
      .values({
        tenantId: tx.context.tenantId,
        ...consent,
        apiScopes: JSON.stringify(apiScopes),
      })
      .onConflict((conflict) =>
        conflict.columns(['tenantId', 'userId', 'clientId']).doUpdateSet({
          scopes: union('scopes'),
          claims: union('claims'),
          resources: union('resources'),
          apiScopes: sql`unite_api_scopes(${sql.ref('accountConsent.apiScopes')}, ${sql.ref('excluded.apiScopes')})`,
          grantedAt: now,
          lastUsedAt: now,
        }),
      ),
  );

/** Records a use, at most once per minute. */
export const touchConsent = (tx: Tx, userId: string, clientId: string): Promise<unknown> =>
  tx.prepared(
    'consent_touch',
    `UPDATE account_consent SET last_used_at = now()
     WHERE tenant_id = $1 AND user_id = $2 AND client_id = $3 AND last_used_at < now() - interval '1 minute'`,
    [tx.context.tenantId, userId, clientId],
  );

/** Removes an API from every consent of the tenant. */
export const deleteApiConsents = (tx: Tx, apiId: string): Promise<number> =>
  consents
    .only(() => sql<boolean>`api_scopes ? ${apiId}`)
    .update(tx, {}, { apiScopes: sql`api_scopes - ${apiId}::text` });

/** Deletes the consents of a user to one application, or to all if `clientId` is null. */
export const deleteClientConsents = (
  tx: Tx,
  userId: string,
  clientId: string | null,
): Promise<ConsentRecord[]> =>
  consents.deleteRows(tx, { userId, ...(clientId !== null && { clientId }) });
