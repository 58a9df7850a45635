import { createHmac, timingSafeEqual } from 'node:crypto';
import { problem } from '../problem/problem.ts';

/** One page of a list. */
export interface Page<T> {
  data: T[];
  nextCursor: string | null;
  hasMore: boolean;
}

/** What a cursor is bound to: the tenant, the list and its filters. */
export interface ListBounds {
  tenantId: string;
  list: string;
  filters?: unknown;
}

/** Encodes and decodes opaque keyset cursors. */
export interface Cursors {
  /** Encodes the position after the last row, bound to the tenant, the list and its filters. */
  encode(bound: ListBounds, position: readonly (string | number)[]): string;
  /**
   * Decodes the position. 400 `invalid_cursor` if the cursor was made for another tenant, list or
   * filter, or is not authentic.
   */
  decode(bound: ListBounds, cursor: string): (string | number)[];
  /**
   * Builds a page from `limit + 1` rows. The extra row, which is dropped, indicates that there are
   * more.
   */
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
 * Creates cursors authenticated with keys of the service (HMAC-SHA256, truncated to 128 bits). They
 * are made with the first key and accepted with any, so that cursors which callers keep survive a
 * rotation.
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
