import { setImmediate as nextTurn } from 'node:timers/promises';
import type { SourceRow } from '../readers/source-reader.ts';
import { judgeRow } from './candidate.ts';
import type { ImportCandidate, FailedRow, Judging, ImportedPassword } from './candidate.ts';
import type { RoleJudgement } from './role-judgement.ts';

/** A page of a source after its records were validated. */
export interface JudgedPage {
  candidates: ImportCandidate[];
  passwords: ImportedPassword[];
  failures: FailedRow[];
}

/**
 * Records that are validated without a pause: a few milliseconds, during which the event loop is
 * blocked.
 */
const rowsPerTurn = 100;

/** Validates the records of a page individually. */
export async function judgePage(rows: readonly SourceRow[], judging: Judging): Promise<JudgedPage> {
  const page: JudgedPage = { candidates: [], passwords: [], failures: [] };
  for (const [i, row] of rows.entries()) {
    if (i > 0 && i % rowsPerTurn === 0) await nextTurn();
    const judged = judgeRow(row, judging);
    if (judged.kind === 'failed') page.failures.push(judged.failure);
    else if (judged.kind === 'password') page.passwords.push(judged.password);
    else page.candidates.push(judged.candidate);
  }
  return page;
}

/** Moves records whose roles cannot be given to the failed ones. */
export async function withAllowedRoles(
  page: JudgedPage,
  roles: RoleJudgement,
): Promise<JudgedPage> {
  if (page.candidates.every(({ memberships }) => memberships.length === 0)) return page;
  await roles.learn(page.candidates);
  const faults = new Map(page.candidates.map((one) => [one, roles.faultOf(one)]));
  return {
    ...page,
    candidates: page.candidates.filter((one) => !faults.get(one)),
    failures: [...page.failures, ...[...faults.values()].flatMap((fault) => fault ?? [])],
  };
}
