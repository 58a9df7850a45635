import type { RowOf, Tx } from '@platform/kit/database';
import { directory } from '../../generated/tables.ts';

const all = directory.table('userPreferences').narrow<{ preferences: Record<string, unknown> }>();

/** What the web applications remember for a user. */
export type UserPreferences = RowOf<typeof all>;

export const findPreferences = (tx: Tx, userId: string): Promise<UserPreferences | undefined> =>
  all.find(tx, { userId });

export const upsertPreferences = (tx: Tx, row: UserPreferences): Promise<number> =>
  all.upsert(tx, row, ['userId']);

export const deletePreferences = (tx: Tx, userId: string): Promise<number> =>
  all.delete(tx, { userId });
