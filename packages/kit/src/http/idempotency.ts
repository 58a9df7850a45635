import { createHash } from 'node:crypto';
import { tryLock } from '../database/advisory-lock.ts';
import { kitLocks } from '../database/kit-locks.ts';
import type { Tx } from '../database/database.ts';
import { problem } from '../problem/problem.ts';
import type { SecretBox } from '../secrets/secrets.ts';

/** A response in the form in which it is sent, and kept for an idempotency key. */
export interface RenderedAnswer {
  status: number;
  text: string;
  headers: Record<string, string | string[]>;
}

/** Marks a response as a replay. */
export const replayed = (kept: RenderedAnswer): RenderedAnswer => ({
  ...kept,
  headers: { ...kept.headers, 'idempotency-replayed': 'true' },
});

/** A request with an idempotency key: caller, key and hash. */
export interface IdempotentRequest {
  caller: string;
  key: string;
  hash: Buffer;
  sealed: boolean;
}

const keyForm = /^[\x21-\x7e]{1,255}$/;
const leaseSeconds = 60;

/** Returns the idempotency key of a request; undefined if there is none. 400 if it is malformed. */
export function idempotencyKeyOf(header: string | string[] | undefined): string | undefined {
  if (header === undefined) return undefined;
  if (typeof header === 'string' && keyForm.test(header)) return header;
  throw problem('invalid_parameter', {
    detail: 'Idempotency-Key must be 1 to 255 visible ASCII characters',
  });
}

/** Hashes what identifies a request: method, path, query and body. */
export const requestHash = (parts: readonly string[]): Buffer =>
  createHash('sha256').update(JSON.stringify(parts)).digest();

const inUse = () =>
  problem('idempotency_key_in_use', {
    detail: 'The first request with this Idempotency-Key is still in progress; retry in a moment',
    headers: { 'retry-after': '1' },
  });

/**
 * Keeps responses by idempotency key, in the transaction of the effect: after a crash, either both
 * exist or neither. Responses that contain a secret are sealed.
 */
export function idempotencyStore(secrets: SecretBox) {
  const contextOf = (tx: Tx) => ({
    tenantId: tx.context.tenantId,
    field: 'idempotency_key.answer',
  });

  const pack = (tx: Tx, { sealed }: IdempotentRequest, answer: RenderedAnswer): string => {
    const json = JSON.stringify(answer);
    return sealed ? secrets.seal(json, contextOf(tx)) : json;
  };
  const unpack = (tx: Tx, kept: string): RenderedAnswer =>
    JSON.parse(kept.startsWith('{') ? kept : secrets.open(kept, contextOf(tx))) as RenderedAnswer;

  /** Locks the key for this transaction; a concurrent request finds it "in use". */
  async function lockKey(tx: Tx, { caller, key }: IdempotentRequest): Promise<void> {
    const request = `${tx.context.tenantId} ${caller} ${key}`;
    if (!(await tryLock(tx, kitLocks.idempotencyKey, request))) throw inUse();
  }

  return {
    /**
     * Returns the kept response; undefined if this is the first request. Locks the key until the
     * transaction ends.
     */
    async begin(tx: Tx, request: IdempotentRequest): Promise<RenderedAnswer | undefined> {
      await lockKey(tx, request);
      const row = await tx.row<{ requestHash: Buffer; answer: string | null; underWay: boolean }>(
        `SELECT request_hash, answer, coalesce(lease_until > now(), false) AS under_way FROM idempotency_key
         WHERE tenant_id = $1 AND caller = $2 AND key = $3 AND created_at > now() - interval '24 hours'`,
        [tx.context.tenantId, request.caller, request.key],
      );
      if (!row) return undefined;
      if (!row.requestHash.equals(request.hash))
        throw problem('idempotency_key_reused', {
          detail: 'The Idempotency-Key was used for another request; choose a new key',
        });
      if (row.answer !== null) return unpack(tx, row.answer);
      if (row.underWay) throw inUse();
      return undefined;
    },

    /** Keeps the response. */
    async keep(tx: Tx, request: IdempotentRequest, answer: RenderedAnswer): Promise<void> {
      await tx.execute(
        `INSERT INTO idempotency_key (tenant_id, caller, key, request_hash, answer) VALUES ($1, $2, $3, $4, $5)
         ON CONFLICT (tenant_id, caller, key) DO UPDATE SET request_hash = $4, answer = $5, lease_until = NULL, created_at = now()`,
        [tx.context.tenantId, request.caller, request.key, request.hash, pack(tx, request, answer)],
      );
    },

    /**
     * Marks a request that calls another system as in progress, for as long as such a call may
     * take. Returns a value that distinguishes this mark from a later one.
     */
    async reserve(tx: Tx, request: IdempotentRequest): Promise<string> {
      const row = await tx.row<{ mark: string }>(
        `INSERT INTO idempotency_key (tenant_id, caller, key, request_hash, lease_until) VALUES ($1, $2, $3, $4, now() + make_interval(secs => $5))
         ON CONFLICT (tenant_id, caller, key) DO UPDATE SET request_hash = $4, answer = NULL, lease_until = excluded.lease_until, created_at = now()
         RETURNING lease_until::text AS mark`,
        [tx.context.tenantId, request.caller, request.key, request.hash, leaseSeconds],
      );
      return row?.mark ?? '';
    },

    /**
     * Keeps the response of a reserved request. 409 if another request has reserved the key since:
     * its effects must not happen twice.
     */
    async keepReserved(
      tx: Tx,
      request: IdempotentRequest,
      mark: string,
      answer: RenderedAnswer,
    ): Promise<void> {
      const kept = await tx.execute(
        `UPDATE idempotency_key SET answer = $5, lease_until = NULL, created_at = now()
         WHERE tenant_id = $1 AND caller = $2 AND key = $3 AND answer IS NULL AND lease_until = $4::timestamptz`,
        [tx.context.tenantId, request.caller, request.key, mark, pack(tx, request, answer)],
      );
      if (kept === 0) throw inUse();
    },

    /**
     * Frees the key of a rejected request for a corrected one, unless another request has reserved
     * it since.
     */
    async release(tx: Tx, request: IdempotentRequest, mark: string): Promise<void> {
      await tx.execute(
        'DELETE FROM idempotency_key WHERE tenant_id = $1 AND caller = $2 AND key = $3 AND answer IS NULL AND lease_until = $4::timestamptz',
        [tx.context.tenantId, request.caller, request.key, mark],
      );
    },
  };
}

/** See {@link idempotencyStore}. */
export type IdempotencyStore = ReturnType<typeof idempotencyStore>;
