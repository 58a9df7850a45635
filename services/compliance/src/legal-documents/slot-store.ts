import type { Tx } from '@platform/kit/database';
import type { DocumentSet } from './document-store.ts';

/** One locale of one type of document of an application. */
export interface DocumentSlot extends DocumentSet {
  locale: string;
}

/** A version that people who agreed to an earlier one have to agree to. */
export interface FloorRow extends DocumentSlot {
  version: number;
  effectiveAt: Date;
}

const keyOf = (tx: Tx, { clientId, docType, locale }: DocumentSlot): string[] => [
  tx.context.tenantId,
  clientId,
  docType,
  locale,
];

/** Takes the turn to activate or retire in a slot; the highest version that was ever active there. */
export async function lockSlot(tx: Tx, slot: DocumentSlot): Promise<number | undefined> {
  await tx.execute(
    'INSERT INTO legal_slots (tenant_id, client_id, doc_type, locale) VALUES ($1, $2, $3, $4) ON CONFLICT DO NOTHING',
    keyOf(tx, slot),
  );
  const row = await tx.row<{ version: number | null }>(
    `SELECT activated_version AS version FROM legal_slots
     WHERE tenant_id = $1 AND client_id = $2 AND doc_type = $3 AND locale = $4 FOR UPDATE`,
    keyOf(tx, slot),
  );
  return row?.version ?? undefined;
}

export const updateSlot = (tx: Tx, slot: DocumentSlot, version: number): Promise<number> =>
  tx.execute(
    `UPDATE legal_slots SET activated_version = greatest(activated_version, $5)
     WHERE tenant_id = $1 AND client_id = $2 AND doc_type = $3 AND locale = $4`,
    [...keyOf(tx, slot), version],
  );

export const insertFloor = (tx: Tx, floor: FloorRow): Promise<number> =>
  tx.execute(
    `INSERT INTO legal_floors (tenant_id, client_id, doc_type, locale, version, effective_at)
     VALUES ($1, $2, $3, $4, $5, $6) ON CONFLICT DO NOTHING`,
    [...keyOf(tx, floor), floor.version, floor.effectiveAt],
  );

const pairs = '(client_id, doc_type) IN (SELECT * FROM unnest($2::text[], $3::text[]))';
const pairsOf = (tx: Tx, sets: readonly DocumentSet[]): unknown[] => [
  tx.context.tenantId,
  sets.map((set) => set.clientId),
  sets.map((set) => set.docType),
];

export const listFloors = (tx: Tx, sets: readonly DocumentSet[]): Promise<FloorRow[]> =>
  tx.rows(
    `SELECT client_id, doc_type, locale, version, effective_at
     FROM legal_floors WHERE tenant_id = $1 AND ${pairs}`,
    pairsOf(tx, sets),
  );

/** The slots of these sets in which a document is active. */
export const listActiveSlots = (tx: Tx, sets: readonly DocumentSet[]): Promise<DocumentSlot[]> =>
  tx.rows(
    `SELECT client_id, doc_type, locale
     FROM legal_documents WHERE tenant_id = $1 AND state = 'active' AND ${pairs}`,
    pairsOf(tx, sets),
  );
