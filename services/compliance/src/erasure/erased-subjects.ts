import { isId } from '@platform/contracts';
import { lockShared } from '@platform/kit/database';
import type { Tx } from '@platform/kit/database';
import { complianceLocks } from '../advisory-locks.ts';
import type { SubjectHash } from '../subject-hash.ts';
import { isEnded, isErasing } from './erasure-states.ts';
import { listSubjectStates } from './erasure-store.ts';

/** Whether a person is being erased, or was erased. */
export interface SubjectStanding {
  state: 'NONE' | 'OPEN' | 'ERASED';
  erasedAt: Date | null;
}

const none: SubjectStanding = { state: 'NONE', erasedAt: null };

/** Returns the standing of each of these hashes, in order. If an identifier has both, the open request counts. */
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
 * Whether the user with this id is being erased, or was erased: nothing about them may be recorded
 * then. Shares the lock of the local erasure, which sees everything that was recorded before. Ids
 * that are the tenant's own keys are not checked: another person may get the same key.
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
