import { createHash } from 'node:crypto';
import { deleteOlder } from '@platform/kit/database';
import type { Database, Tx } from '@platform/kit/database';
import { hub } from '../generated/tables.ts';

const assertions = hub.table('spentAssertion');

/** A used assertion of one directory's identity provider. */
export interface SpentAssertion {
  directoryId: string;
  id: string;
  /** The time until which the assertion would be accepted again. */
  expiresAt: Date;
}

/** Marks an assertion as used; 0 if it was used before. */
export const insertSpentAssertion = (
  tx: Tx,
  { directoryId, id, expiresAt }: SpentAssertion,
): Promise<number> =>
  assertions.insertIfAbsent(tx, {
    directoryId,
    idHash: createHash('sha256').update(id).digest(),
    expiresAt,
  });

/** Deletes assertions that have expired. */
export const sweepSpentAssertions = (db: Pick<Database, 'work'>): Promise<number> =>
  deleteOlder(db, { table: 'spent_assertion', column: 'expires_at', life: '0' });
