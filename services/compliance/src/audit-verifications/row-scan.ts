import { personalParts } from '@platform/audit/chain';
import type { PersonalPart, SaltedValue } from '@platform/audit/chain';
import type { RowOf, Tx } from '@platform/kit/database';
import { compliance } from '../generated/tables.ts';

const records = compliance.table('auditRecords');
const personal = compliance.table('auditPersonal').omit('recordedAt');

/** A record with everything that its hashes cover. */
export type StoredRow = RowOf<typeof records> & {
  tenantId: string;
  personal: Record<PersonalPart, SaltedValue | null>;
};

const saltedOf = (
  row: RowOf<typeof personal> | undefined,
  part: PersonalPart,
): SaltedValue | null => {
  const salt = row?.[`${part}Salt`] ?? null;
  return salt === null ? null : { salt, value: row?.[part] ?? null };
};

/** Lists the rows of a stretch, after `after` and up to `upTo`, in the order of the chain. */
export async function scanRows(
  tx: Tx,
  { after, upTo }: { after: number; upTo: number },
): Promise<StoredRow[]> {
  const rows = await tx.rows(
    records.select(tx).where('seq', '>', after).where('seq', '<=', upTo).orderBy('seq'),
  );
  const parts = await tx.rows(
    personal.select(tx).where('seq', '>', after).where('seq', '<=', upTo),
  );
  const bySeq = new Map(parts.map((part) => [part.seq, part]));
  const salted = (seq: number) =>
    Object.fromEntries(
      personalParts.map((part) => [part, saltedOf(bySeq.get(seq), part)]),
    ) as StoredRow['personal'];
  const { tenantId } = tx.context;
  return rows.map((row) => ({ ...row, tenantId, personal: salted(row.seq) }));
}
