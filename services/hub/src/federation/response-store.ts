import { createHash } from 'node:crypto';
import { deleteOlder } from '@platform/kit/database';
import type { Database, Tx } from '@platform/kit/database';

const hashOf = (handle: string): Buffer => createHash('sha256').update(handle).digest();

/** Keeps a posted response for a login that is under way; 0 when there is no such login. */
export const upsertResponse = (
  tx: Tx,
  { uid, handle, formSealed }: { uid: string; handle: string; formSealed: string },
): Promise<number> =>
  tx.execute(
    `INSERT INTO federation_response (tenant_id, uid, handle_hash, form_sealed, expires_at)
     SELECT tenant_id, uid, $3, $4, least(expires_at, now() + interval '10 minutes') FROM login_session
     WHERE tenant_id = $1 AND uid = $2 AND expires_at > now()
     ON CONFLICT ON CONSTRAINT federation_response__uid_key
     DO UPDATE SET handle_hash = $3, form_sealed = $4, expires_at = excluded.expires_at`,
    [tx.context.tenantId, uid, hashOf(handle), formSealed],
  );

/** Takes a response, once. */
export const takeResponse = async (
  tx: Tx,
  uid: string,
  handle: string,
): Promise<string | undefined> =>
  (
    await tx.row<{ formSealed: string }>(
      `DELETE FROM federation_response WHERE tenant_id = $1 AND uid = $2 AND handle_hash = $3 AND expires_at > now()
       RETURNING form_sealed`,
      [tx.context.tenantId, uid, hashOf(handle)],
    )
  )?.formSealed;

/** Deletes responses that were not fetched in time. */
export const sweepResponses = (db: Pick<Database, 'work'>): Promise<number> =>
  deleteOlder(db, { table: 'federation_response', column: 'expires_at', life: '0' });
