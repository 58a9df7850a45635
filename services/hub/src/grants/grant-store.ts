import { now, sql } from '@platform/kit/database';
import type { Tx } from '@platform/kit/database';
import { hub } from '../generated/tables.ts';
import { hashOf } from './artifact-store.ts';

const artifacts = hub.table('oidcArtifact').narrow<{ payload: Record<string, unknown> }>();
const grants = artifacts.only({ model: 'Grant' });
const sessions = hub
  .table('oidcArtifact')
  .narrow<{ payload: SessionPayload }>()
  .pick('model', 'payload');

/** The provider's payload of a session at the issuer. */
export interface SessionPayload {
  uid: string;
  accountId?: string;
  acr?: string;
  amr?: string[];
  loginTs?: number;
  organizationId?: string;
  /** When it ends if it is not used, and at the latest; in seconds since the epoch. */
  exp?: number;
  endsAt?: number;
  idleSeconds?: number;
  /** The browser of the last sign-in. */
  origin?: { ip?: string; userAgent?: string; country?: string };
  authorizations?: Record<string, { sid?: string; grantId?: string }>;
}

/** The user and the client of a grant. */
export interface GrantOwner {
  userId: string;
  clientId: string;
}

/** Deletes the grant itself; undefined if another transaction was first, which this one waits for. */
export const takeGrant = async (tx: Tx, grantId: string): Promise<GrantOwner | undefined> => {
  const grant = await grants
    .pick('model')
    .compute((of) => ({
      userId: of.ref('accountId').$notNull(),
      clientId: of.ref('clientId').$notNull(),
    }))
    .deleteReturning(tx, { idHash: hashOf(grantId) });
  return grant && { userId: grant.userId, clientId: grant.clientId };
};

/** Deletes the codes and refresh tokens of a grant. */
export const deleteGrantTokens = (tx: Tx, grantId: string): Promise<number> =>
  artifacts.delete(tx, { grantId });

/** Deletes everything of a client except sessions, for one user or for all. Returns the number of deleted artifacts. */
export const deleteClientArtifacts = (tx: Tx, clientId: string, userId?: string): Promise<number> =>
  artifacts
    .only((of) =>
      of.and([
        of('clientId', '=', clientId),
        of('model', '<>', 'Session'),
        ...(userId === undefined ? [] : [of('accountId', '=', userId)]),
      ]),
    )
    .delete(tx, {});

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

/** Of the session that clients know by this `sid`: the session itself, its grants, and what was issued for them. */
const isOfSid = `EXISTS (
  SELECT FROM oidc_artifact s, jsonb_each(s.payload -> 'authorizations') given
  WHERE s.tenant_id = a.tenant_id AND s.account_id = a.account_id AND s.model = 'Session'
    AND EXISTS (SELECT FROM jsonb_each(s.payload -> 'authorizations') one WHERE one.value ->> 'sid' = $4)
    AND (s.model = a.model AND s.id_hash = a.id_hash
      OR a.grant_id = given.value ->> 'grantId'
      OR a.model = 'Grant' AND a.id_hash = sha256(convert_to(given.value ->> 'grantId', 'UTF8'))))`;

/** The artifacts of a user that are deleted. */
export interface UserArtifacts {
  /** Only sessions and grants that began until then. */
  before?: Date | undefined;
  /** Not those of the session that a client knows by this `sid`. */
  exceptSid?: string | undefined;
}

/** Deletes everything of a user and returns the sessions. A grant is deleted with everything that was issued for it. */
export const deleteUserArtifacts = async (
  tx: Tx,
  userId: string,
  { before, exceptSid }: UserArtifacts = {},
): Promise<SessionPayload[]> =>
  sessionsAmong(
    await tx.rows(
      `DELETE FROM oidc_artifact a WHERE a.tenant_id = $1 AND a.account_id = $2 AND ($3::timestamptz IS NULL OR ${isFromBefore})
         AND ($4::text IS NULL OR NOT ${isOfSid})
       RETURNING model, payload`,
      [tx.context.tenantId, userId, before ?? null, exceptSid ?? null],
    ),
  );

/** Deletes everything that was issued while signed in to an organization. Returns the sessions. */
export const deleteOrganizationArtifacts = async (
  tx: Tx,
  organizationId: string,
): Promise<SessionPayload[]> =>
  sessionsAmong(
    await sessions
      .only((of) =>
        of.and([
          of('accountId', 'is not', null),
          sql<boolean>`payload ->> 'organizationId' = ${organizationId}`,
        ]),
      )
      .deleteRows(tx, {}),
  );

/** Deletes the session of a user that a client knows by this `sid`, and returns it. */
export const takeSessionOfSid = async (
  tx: Tx,
  { userId, clientId, sid }: GrantOwner & { sid: string },
): Promise<SessionPayload | undefined> =>
  (
    await sessions
      .only((of) =>
        of.and([
          of('model', '=', 'Session'),
          of('accountId', '=', userId),
          sql<boolean>`payload -> 'authorizations' -> ${clientId} ->> 'sid' = ${sid}`,
        ]),
      )
      .deleteReturning(tx, {})
  )?.payload;

/**
 * Takes a resource out of every grant of the tenant. Codes and refresh tokens that are for this resource alone are deleted; the others
 * keep their further resources.
 */
export async function deleteResourceGrants(tx: Tx, resource: string): Promise<void> {
  const args = [tx.context.tenantId, resource];
  await tx.execute(
    `UPDATE oidc_artifact SET payload = payload #- ARRAY['resources', $2] WHERE tenant_id = $1 AND model = 'Grant' AND payload -> 'resources' ? $2`,
    args,
  );
  await tx.execute(
    `DELETE FROM oidc_artifact WHERE tenant_id = $1 AND model IN ('AuthorizationCode', 'RefreshToken', 'DeviceCode')
       AND payload -> 'resource' IN (to_jsonb($2::text), jsonb_build_array($2::text))`,
    args,
  );
  await tx.execute(
    `UPDATE oidc_artifact SET payload = jsonb_set(payload, '{resource}', (payload -> 'resource') - $2)
     WHERE tenant_id = $1 AND model IN ('AuthorizationCode', 'RefreshToken', 'DeviceCode')
       AND jsonb_typeof(payload -> 'resource') = 'array' AND payload -> 'resource' ? $2`,
    args,
  );
}

/** Deletes one session of a user, and returns it. */
export const takeUserSession = async (
  tx: Tx,
  { userId, uid }: { userId: string; uid: string },
): Promise<SessionPayload | undefined> =>
  (
    await sessions
      .only((of) =>
        of.and([
          of('model', '=', 'Session'),
          of('accountId', '=', userId),
          of('uid', '=', uid),
        ]),
      )
      .deleteReturning(tx, {})
  )?.payload;

/** The live sessions of a user, newest first, and the times at which their grants were last refreshed. */
export const listUserSessions = (
  tx: Tx,
  userId: string,
  limit: number,
): Promise<{ payload: SessionPayload; refreshedAt: Date | null }[]> =>
  tx.rows(
    `SELECT s.payload, (
       SELECT max(r.created_at) FROM oidc_artifact r
       WHERE r.tenant_id = s.tenant_id AND r.model = 'RefreshToken' AND r.account_id = s.account_id
         AND r.grant_id IN (SELECT a.value ->> 'grantId' FROM jsonb_each(s.payload -> 'authorizations') a)
     ) AS refreshed_at
     FROM oidc_artifact s
     WHERE s.tenant_id = $1 AND s.account_id = $2 AND s.model = 'Session' AND s.expires_at > now()
     ORDER BY s.created_at DESC LIMIT $3`,
    [tx.context.tenantId, userId, limit],
  );

/** The artifacts of a user, newest first. */
export const listUserArtifacts = (tx: Tx, userId: string, limit: number) =>
  artifacts
    .pick('model', 'payload', 'createdAt', 'expiresAt')
    .compute((of) => ({ clientId: of.ref('clientId') }))
    .only((of) =>
      of.and([
        of('accountId', '=', userId),
        of.or([of('expiresAt', 'is', null), of('expiresAt', '>', now)]),
      ]),
    )
    .list(tx, { orderBy: 'createdAt desc', limit });
