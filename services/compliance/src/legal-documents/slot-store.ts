import { sql } from '@platform/kit/database';
import type { RowOf, Tx } from '@platform/kit/database';
import { compliance } from '../generated/tables.ts';
import type { DocumentSet } from './document-store.ts';

const slots = compliance.table('legalSlots');
const floors = compliance.table('legalFloors');
const activeSlots = compliance
  .table('legalDocuments')
  .only({ state: 'active' })
  .pick('clientId', 'docType', 'locale');

/** A version that people who agreed to an earlier one must agree to. */
export type FloorRow = RowOf<typeof floors>;
/** One locale of a type of document of an application. */
export type DocumentSlot = RowOf<typeof activeSlots>;

const keyOf = ({ clientId, docType, locale }: DocumentSlot): DocumentSlot => ({
  clientId,
  docType,
  locale,
});

/** Serializes activations and retirements in a slot. Returns the highest version that was ever active in it. */
export async function lockSlot(tx: Tx, slot: DocumentSlot): Promise<number | undefined> {
  await slots.insertIfAbsent(tx, keyOf(slot));
  return (await slots.lock(tx, keyOf(slot)))?.activatedVersion ?? undefined;
}

export const updateSlot = (tx: Tx, slot: DocumentSlot, version: number): Promise<number> =>
  slots.update(tx, keyOf(slot), {
    activatedVersion: sql<number>`greatest(activated_version, ${version})`,
  });

export const insertFloor = (tx: Tx, floor: FloorRow): Promise<number> =>
  floors.insertIfAbsent(tx, floor);

const inSets = (sets: readonly DocumentSet[]) =>
  sql<boolean>`(client_id, doc_type) IN (SELECT * FROM unnest(
    ${sets.map(({ clientId }) => clientId)}::text[], ${sets.map(({ docType }) => docType)}::text[]))`;

export const listFloors = (tx: Tx, sets: readonly DocumentSet[]): Promise<FloorRow[]> =>
  tx.rows(floors.select(tx).where(inSets(sets)));

/** Lists the slots of these sets with an active document. */
export const listActiveSlots = (tx: Tx, sets: readonly DocumentSet[]): Promise<DocumentSlot[]> =>
  tx.rows(activeSlots.select(tx).where(inSets(sets)));
