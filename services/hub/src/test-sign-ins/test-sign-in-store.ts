import { createHash } from 'node:crypto';
import { deleteOlder, now } from '@platform/kit/database';
import type { Database, RowOf, Tx } from '@platform/kit/database';
import { hub } from '../generated/tables.ts';

const tests = hub.table('testSignIn');
const live = tests.only((of) => of('expiresAt', '>', now));

/** A stored test sign-in. */
export type TestSignInRecord = RowOf<typeof tests>;

/** The stored form of the cookie of a browser, and of a handle. */
export const secretHash = (secret: string): Buffer => createHash('sha256').update(secret).digest();

export const insertTest = (
  tx: Tx,
  test: Pick<
    TestSignInRecord,
    'id' | 'organizationId' | 'connectionId' | 'kind' | 'state' | 'createdAt' | 'expiresAt'
  >,
): Promise<number> => tests.insert(tx, test);

export const findTest = (tx: Tx, id: string): Promise<TestSignInRecord | undefined> =>
  tests.find(tx, { id });

/** A test that can still be made. */
export const lockLiveTest = (tx: Tx, id: string): Promise<TestSignInRecord | undefined> =>
  live.lock(tx, { id });

export const updateTest = (
  tx: Tx,
  id: string,
  change: Partial<
    Pick<
      TestSignInRecord,
      | 'state'
      | 'browserHash'
      | 'attemptSealed'
      | 'handleHash'
      | 'responseSealed'
      | 'outcomeSealed'
      | 'endedAt'
    >
  >,
): Promise<number> => tests.update(tx, { id }, change);

/** Deletes tests with their results after a day. */
export const sweepTests = (db: Pick<Database, 'work'>): Promise<number> =>
  deleteOlder(db, { table: 'test_sign_in', column: 'created_at', life: '1 day' });
