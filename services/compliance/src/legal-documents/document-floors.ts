import type { ConsentNotice } from '@platform/contracts';
import type { Tx } from '@platform/kit/database';
import { listActiveSlots, listFloors } from './slot-store.ts';
import type { DocumentSlot, FloorRow } from './slot-store.ts';
import type { DocumentSet } from './document-store.ts';

/** The lowest sufficient versions of documents. */
export interface DocumentFloors {
  /**
   * Returns the floor above a notice; undefined if the notice is sufficient. `at`: only floors in
   * effect at that time.
   */
  above(notice: ConsentNotice, at?: Date): FloorRow | undefined;
}

const isSameSet = (a: DocumentSet, b: DocumentSet): boolean =>
  a.clientId === b.clientId && a.docType === b.docType;

/** Returns the floors of documents. A locale without an active document has the highest floor of its type. */
export function documentFloors(
  floors: readonly FloorRow[],
  activeSlots: readonly DocumentSlot[],
): DocumentFloors {
  const isActive = (notice: ConsentNotice): boolean =>
    activeSlots.some((slot) => isSameSet(slot, notice) && slot.locale === notice.locale);
  return {
    above(notice, at) {
      const ofType = floors.filter(
        (floor) => isSameSet(floor, notice) && (at === undefined || floor.effectiveAt <= at),
      );
      const candidates = isActive(notice)
        ? ofType.filter((floor) => floor.locale === notice.locale)
        : ofType;
      const highest = candidates.toSorted((a, b) => b.version - a.version)[0];
      return highest && highest.version > notice.version ? highest : undefined;
    },
  };
}

/** Loads the floors of these documents. */
export async function loadDocumentFloors(
  tx: Tx,
  notices: readonly DocumentSet[],
): Promise<DocumentFloors> {
  if (notices.length === 0) return documentFloors([], []);
  const sets = notices.filter((one, i) => notices.findIndex((two) => isSameSet(one, two)) === i);
  const floors = await listFloors(tx, sets);
  return documentFloors(floors, floors.length === 0 ? [] : await listActiveSlots(tx, sets));
}
