import { createHmac, timingSafeEqual } from 'node:crypto';
import { problem } from '../problem/problem.ts';

/** One page of a list, as every list answers it. */
export interface Page<T> {
  data: T[];
  nextCursor: string | null;
  hasMore: boolean;
}

/** What a cursor is bound to: the tenant, the list, and what the list was filtered by. */
export interface ListBounds {
  tenantId: string;
  list: string;
  filters?: unknown;
}

/** Makes and reads opaque keyset cursors. */
export interface Cursors {
  /** The position behind the last row. */
  encode(bound: ListBounds, position: readonly (string | number)[]): string;
  /** The position again; 400 `invalid_cursor` when it was made for another tenant, list or filter, or by another hand. */
  decode(bound: ListBounds, cursor: string): (string | number)[];
  /** A page from `limit + 1` rows: drops the extra one, whose presence says that there is more. */
  page<R, T>(
    bound: ListBounds,
    rows: readonly R[],
    limit: number,
    how: { position: (row: R) => (string | number)[]; present: (row: R) => T },
  ): Page<T>;
  /** The page that a request asks for, of a list that one text column orders. */
  list<R extends { [C in K]: string }, K extends string, T>(
    request: ListBounds & {
      cursor?: string | undefined;
      limit: number;
      key: K;
      /** Reads up to `limit` rows behind a value of the column; undefined: from the beginning. */
      rows: (behind: string | undefined, limit: number) => Promise<readonly R[]>;
      present: (row: R) => T;
    },
  ): Promise<Page<T>>;
}

const invalidCursor = () =>
  problem('invalid_cursor', {
    detail: 'cursor was not issued for this list with these filters; start again without it',
  });

/**
 * Cursors authenticated with keys of the service (HMAC-SHA256, 128 bits kept): made with the first, taken by all, so that
 * positions which callers keep outlive a rotation.
 */
export function cursors(active: Buffer, ...old: Buffer[]): Cursors {
  const keys = [active, ...old];
  const macOf = (key: Buffer, bound: object, body: string): Buffer =>
    createHmac('sha256', key)
      .update(JSON.stringify(bound))
      .update('\0')
      .update(body)
      .digest()
      .subarray(0, 16);
  const boundOf = ({ tenantId, list, filters }: ListBounds) => ({
    tenantId,
    list,
    filters: filters ?? null,
  });

  const encode: Cursors['encode'] = (bound, position) => {
    const body = JSON.stringify(position);
    return Buffer.concat([macOf(active, boundOf(bound), body), Buffer.from(body)]).toString(
      'base64url',
    );
  };
  const decode: Cursors['decode'] = (bound, cursor) => {
    const bytes = Buffer.from(cursor, 'base64url');
    if (bytes.length < 18 || bytes.toString('base64url') !== cursor) throw invalidCursor();
    const body = bytes.subarray(16).toString('utf8');
    const mac = bytes.subarray(0, 16);
    if (!keys.some((key) => timingSafeEqual(macOf(key, boundOf(bound), body), mac)))
      throw invalidCursor();
    return JSON.parse(body) as (string | number)[];
  };
  const page: Cursors['page'] = (bound, rows, limit, { position, present }) => {
    const kept = rows.slice(0, limit);
    const last = kept.at(-1);
    const hasMore = rows.length > limit && last !== undefined;
    return {
      data: kept.map(present),
      nextCursor: hasMore ? encode(bound, position(last)) : null,
      hasMore,
    };
  };
  return {
    encode,
    decode,
    page,
    async list({ cursor, limit, key, rows, present, ...bound }) {
      const [behind] = cursor === undefined ? [] : decode(bound, cursor);
      const found = await rows(behind === undefined ? undefined : String(behind), limit + 1);
      return page(bound, found, limit, { position: (row) => [row[key]], present });
    },
  };
}
