import { isId } from '@platform/contracts';
import { lockShared } from '@platform/kit/database';
import type { Tx } from '@platform/kit/database';
import { complianceLocks } from '../advisory-locks.ts';
import type { SubjectHash } from '../subject-hash.ts';
import { isEnded, isErasing } from './erasure-states.ts';
import { listSubjectStates } from './erasure-store.ts';

/** Whether a person is, or was, erased. */
export interface SubjectStanding {
  state: 'NONE' | 'OPEN' | 'ERASED';
  erasedAt: Date | null;
}

const none: SubjectStanding = { state: 'NONE', erasedAt: null };

/** How each of these hashes stands, in their order. An identifier can have both: an open request is what counts. */
export async function subjectStandings(
  tx: Tx,
  hashes: readonly string[],
): Promise<SubjectStanding[]> {
  const found = new Map((await listSubjectStates(tx, hashes)).map((row) => [row.hash, row]));
  return hashes.map((hash) => {
    const row = found.get(hash);
    if (!row) return none;
    if (row.states.some((state) => !isEnded(state))) return { state: 'OPEN', erasedAt: null };
    return row.erasedAt === null ? none : { state: 'ERASED', erasedAt: row.erasedAt };
  });
}

/**
 * Is the user of this id being erased, or gone? Nothing may be recorded of them then. Takes a share of the lock under which
 * they are erased here: what is recorded before is seen by that. A key of the tenant's own may be given to another person.
 */
export const erasedSubjects =
  (subjectHash: SubjectHash) =>
  async (tx: Tx, subjectId: string): Promise<boolean> => {
    if (!isId('user', subjectId)) return false;
    const hash = subjectHash(tx.context.tenantId, subjectId);
    await lockShared(tx, complianceLocks.erasedSubject, hash);
    const states = (await listSubjectStates(tx, [hash])).flatMap((row) => row.states);
    return states.some(isErasing);
  };
