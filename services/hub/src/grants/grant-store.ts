import type { Tx } from '@platform/kit/database';
import { hashOf } from './artifact-store.ts';

/** A session of the issuer, as the library keeps it. */
export interface SessionPayload {
  uid: string;
  accountId?: string;
  acr?: string;
  amr?: string[];
  loginTs?: number;
  organizationId?: string;
  authorizations?: Record<string, { sid?: string; grantId?: string }>;
}

/** Whose a grant is. */
export interface GrantOwner {
  userId: string;
  clientId: string;
}

/** Deletes the grant itself; undefined if another transaction was first, which this one waits for. */
export const takeGrant = async (tx: Tx, grantId: string): Promise<GrantOwner | undefined> => {
  const row = await tx.row<{ accountId: string; clientId: string }>(
    `DELETE FROM oidc_artifact WHERE tenant_id = $1 AND model = 'Grant' AND id_hash = $2 RETURNING account_id, client_id`,
    [tx.context.tenantId, hashOf(grantId)],
  );
  return row && { userId: row.accountId, clientId: row.clientId };
};

/** The codes and refresh tokens of a grant. */
export const deleteGrantTokens = (tx: Tx, grantId: string): Promise<number> =>
  tx.execute('DELETE FROM oidc_artifact WHERE tenant_id = $1 AND grant_id = $2', [
    tx.context.tenantId,
    grantId,
  ]);

/** Everything but sessions that a client holds, of one user or of all; how much there was. */
export const deleteClientArtifacts = (
  tx: Tx,
  clientId: string,
  userId: string | null = null,
): Promise<number> =>
  tx.execute(
    `DELETE FROM oidc_artifact WHERE tenant_id = $1 AND client_id = $2 AND ($3::text IS NULL OR account_id = $3) AND model <> 'Session'`,
    [tx.context.tenantId, clientId, userId],
  );

const sessionsAmong = (
  rows: readonly { model: string; payload: SessionPayload }[],
): SessionPayload[] => rows.filter((row) => row.model === 'Session').map((row) => row.payload);

const isFromBefore = `CASE WHEN a.model = 'Session'
  THEN to_timestamp(coalesce((a.payload ->> 'loginTs')::bigint, 0)) < date_trunc('second', $3::timestamptz)
    OR (to_timestamp((a.payload ->> 'loginTs')::bigint) = date_trunc('second', $3::timestamptz) AND a.created_at <= $3)
  ELSE a.created_at <= $3 OR EXISTS (
    SELECT FROM oidc_artifact g WHERE g.tenant_id = a.tenant_id AND g.model = 'Grant'
      AND g.id_hash = sha256(convert_to(a.grant_id, 'UTF8')) AND g.created_at <= $3)
  END`;

/**
 * Everything of a user, sessions included; the sessions that there were. With `before` only the sessions that were signed in to, and
 * the grants that were given, until then: a grant goes with all that came of it since.
 */
export const deleteUserArtifacts = async (
  tx: Tx,
  userId: string,
  before?: Date,
): Promise<SessionPayload[]> =>
  sessionsAmong(
    await tx.rows(
      `DELETE FROM oidc_artifact a WHERE a.tenant_id = $1 AND a.account_id = $2 AND ($3::timestamptz IS NULL OR ${isFromBefore})
       RETURNING model, payload`,
      [tx.context.tenantId, userId, before ?? null],
    ),
  );

/** Everything that was given while signed in to an organization; the sessions that there were. */
export const deleteOrganizationArtifacts = async (
  tx: Tx,
  organizationId: string,
): Promise<SessionPayload[]> =>
  sessionsAmong(
    await tx.rows(
      `DELETE FROM oidc_artifact WHERE tenant_id = $1 AND account_id IS NOT NULL AND payload ->> 'organizationId' = $2
       RETURNING model, payload`,
      [tx.context.tenantId, organizationId],
    ),
  );

/** What is kept of a user, by kind, for access requests. */
export const listUserArtifacts = (
  tx: Tx,
  userId: string,
  limit: number,
): Promise<
  {
    model: string;
    clientId: string | null;
    payload: Record<string, unknown>;
    createdAt: Date;
    expiresAt: Date | null;
  }[]
> =>
  tx.rows(
    `SELECT model, client_id, payload, created_at, expires_at FROM oidc_artifact
     WHERE tenant_id = $1 AND account_id = $2 AND (expires_at IS NULL OR expires_at > now()) ORDER BY created_at DESC LIMIT $3`,
    [tx.context.tenantId, userId, limit],
  );
