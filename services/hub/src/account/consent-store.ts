import type { Tx } from '@platform/kit/database';

/** What a user has granted an application. */
export interface ConsentRow {
  clientId: string;
  scopes: string[];
  claims: string[];
  resources: string[];
  grantedAt: Date;
  lastUsedAt: Date;
}

/** What is granted now. */
export interface NewConsent {
  userId: string;
  clientId: string;
  scopes: readonly string[];
  claims: readonly string[];
  resources: readonly string[];
}

export const findClientConsent = (
  tx: Tx,
  userId: string,
  clientId: string,
): Promise<ConsentRow | undefined> =>
  tx.row(
    'SELECT client_id, scopes, claims, resources, granted_at, last_used_at FROM account_consent WHERE tenant_id = $1 AND user_id = $2 AND client_id = $3',
    [tx.context.tenantId, userId, clientId],
  );

export const listClientConsents = (tx: Tx, userId: string): Promise<ConsentRow[]> =>
  tx.rows(
    `SELECT client_id, scopes, claims, resources, granted_at, last_used_at FROM account_consent
     WHERE tenant_id = $1 AND user_id = $2 ORDER BY granted_at DESC, client_id`,
    [tx.context.tenantId, userId],
  );

/** Adds to what was granted before. */
export const upsertConsent = (
  tx: Tx,
  { userId, clientId, scopes, claims, resources }: NewConsent,
): Promise<number> =>
  tx.execute(
    `INSERT INTO account_consent AS c (tenant_id, user_id, client_id, scopes, claims, resources) VALUES ($1, $2, $3, $4, $5, $6)
     ON CONFLICT ON CONSTRAINT account_consent__client_key DO UPDATE SET
       scopes = ARRAY(SELECT DISTINCT unnest(c.scopes || excluded.scopes) ORDER BY 1),
       claims = ARRAY(SELECT DISTINCT unnest(c.claims || excluded.claims) ORDER BY 1),
       resources = ARRAY(SELECT DISTINCT unnest(c.resources || excluded.resources) ORDER BY 1),
       granted_at = now(), last_used_at = now()`,
    [tx.context.tenantId, userId, clientId, scopes, claims, resources],
  );

/** Notes a use, a minute apart at most. */
export const touchConsent = (tx: Tx, userId: string, clientId: string): Promise<unknown> =>
  tx.prepared(
    'consent_touch',
    `UPDATE account_consent SET last_used_at = now()
     WHERE tenant_id = $1 AND user_id = $2 AND client_id = $3 AND last_used_at < now() - interval '1 minute'`,
    [tx.context.tenantId, userId, clientId],
  );

/** The clients whose consents went; of one client, or of all. */
export const deleteClientConsents = async (
  tx: Tx,
  userId: string,
  clientId: string | null,
): Promise<ConsentRow[]> =>
  tx.rows(
    `DELETE FROM account_consent WHERE tenant_id = $1 AND user_id = $2 AND ($3::text IS NULL OR client_id = $3)
     RETURNING client_id, scopes, claims, resources, granted_at, last_used_at`,
    [tx.context.tenantId, userId, clientId],
  );
