import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createTestDatabase } from '@platform/testkit/stores';
import type { TestDatabase } from '@platform/testkit/stores';
import { withClient } from '@platform/dev/postgres';
import fc from 'fast-check';
import type { Client } from 'pg';
import {
  advisoryLocks,
  lock,
  lockShared,
  lockText,
  tryLock,
} from '../src/database/advisory-lock.ts';

const locks = advisoryLocks('test', ['first', 'second']);
let test: TestDatabase;

beforeAll(async () => {
  test = await createTestDatabase();
});
afterAll(() => test.drop());

/** Runs `work` while another transaction holds the lock that `hold` takes. */
async function beside<T>(
  hold: (tx: ReturnType<typeof txOf>) => Promise<unknown>,
  work: (tx: ReturnType<typeof txOf>) => Promise<T>,
): Promise<T> {
  return withClient(test.url, async (holder) => {
    await holder.query('BEGIN');
    await hold(txOf(holder));
    return withClient(test.url, async (other) => {
      await other.query('BEGIN');
      return work(txOf(other));
    });
  });
}

const txOf = (client: Pick<Client, 'query'>) => ({
  prepared: async <R>(name: string, text: string, values: readonly unknown[]) =>
    (await client.query({ name, text, values: [...values] })).rows as R[],
  execute: async (sql: unknown, params: readonly unknown[] = []) =>
    (await client.query(sql as string, [...params])).rowCount ?? 0,
  row: async <R>(sql: unknown, params: readonly unknown[] = []) =>
    (await client.query(sql as string, [...params])).rows[0] as R | undefined,
});

describe('advisory locks', () => {
  it('are held by one transaction at a time', async () => {
    const taken = await beside(
      (tx) => lock(tx, locks.first, 'key'),
      (tx) => tryLock(tx, locks.first, 'key'),
    );
    expect(taken).toBe(false);
  });

  it('are separate by name and by key', async () => {
    const taken = await beside(
      (tx) => lock(tx, locks.first, 'key'),
      (tx) => Promise.all([tryLock(tx, locks.second, 'key'), tryLock(tx, locks.first, 'other')]),
    );
    expect(taken).toEqual([true, true]);
  });

  it('are taken under each of several keys', async () => {
    const taken = await beside(
      (tx) => lock(tx, locks.first, 'a', 'b'),
      (tx) => Promise.all(['a', 'b', 'c'].map((key) => tryLock(tx, locks.first, key))),
    );
    expect(taken).toEqual([false, false, true]);
  });

  it('can be shared only with other shared holders', async () => {
    const taken = await beside(
      (tx) => lockShared(tx, locks.first, 'key'),
      async (tx) => {
        await lockShared(tx, locks.first, 'key');
        return tryLock(tx, locks.first, 'key');
      },
    );
    expect(taken).toBe(false);
  });

  it('have the same text for the same name and key', () => {
    const name = fc.constantFrom(locks.first, locks.second);
    fc.assert(
      fc.property(name, fc.string(), name, fc.string(), (a, key, b, other) => {
        fc.pre(a !== b || key !== other);
        expect(lockText(a, key)).not.toBe(lockText(b, other));
      }),
    );
  });

  it('are declared once', () => {
    expect(() => advisoryLocks('test', ['same', 'same'])).toThrow('declared twice');
    expect(() => advisoryLocks('test', ['two words'])).toThrow('not a name');
  });
});
