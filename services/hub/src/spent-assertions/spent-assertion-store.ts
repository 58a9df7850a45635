import { createHash } from 'node:crypto';
import { deleteOlder } from '@platform/kit/database';
import type { Database, RowOf, Tx } from '@platform/kit/database';
import { hub } from '../generated/tables.ts';

const assertions = hub.table('spentAssertion');

/** An assertion or proof that is accepted once. */
export interface SpentAssertion {
  kind: RowOf<typeof assertions>['kind'];
  /** Who issued it: a directory, or a client. The same id of another issuer is another assertion. */
  issuer: string;
  id: string;
  /** The time until which the assertion would be accepted again. */
  expiresAt: Date;
}

/** Marks an assertion as used; false if it was used before, also if two requests use it at the same time. */
export const insertSpentAssertion = async (
  tx: Tx,
  { kind, issuer, id, expiresAt }: SpentAssertion,
): Promise<boolean> =>
  (await assertions.insertIfAbsent(tx, {
    kind,
    directoryId: issuer,
    idHash: createHash('sha256').update(id).digest(),
    expiresAt,
  })) === 1;

/** Deletes assertions that have expired. */
export const sweepSpentAssertions = (db: Pick<Database, 'work'>): Promise<number> =>
  deleteOlder(db, { table: 'spent_assertion', column: 'expires_at', life: '0' });
