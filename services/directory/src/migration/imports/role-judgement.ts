import { asProblem } from '@platform/kit/problem';
import type { CheckRoles } from '../../roles/role-check.ts';
import type { ImportCandidate, FailedRow } from './candidate.ts';
import { rowProblemOf } from './candidate.ts';
import type { RowProblem } from '../mapping/record-mapping.ts';
import type { ImportGranter } from './import-job.ts';

/** Checks the roles that records give. Each role is checked once per import. */
export interface RoleJudgement {
  /**
   * Checks the roles of these records that have not been checked yet. @throws 503 without an answer
   */
  learn(candidates: readonly ImportCandidate[]): Promise<void>;
  /** The error of a record's roles. */
  faultOf(candidate: ImportCandidate): FailedRow | undefined;
}

/**
 * Checks roles by the permissions of the caller who started the import: a file gives no roles that
 * its owner may not give.
 */
export function roleJudgement(checkRoles: CheckRoles, granter: ImportGranter): RoleJudgement {
  const verdicts = new Map<string, RowProblem | undefined>();

  async function judge(role: string): Promise<RowProblem | undefined> {
    try {
      await checkRoles(granter, [{ roles: [role], pointer: '' }]);
      return undefined;
    } catch (error) {
      if (asProblem(error).status >= 500) throw error;
      return rowProblemOf(error);
    }
  }

  return {
    async learn(candidates) {
      const named = candidates.flatMap(({ memberships }) => memberships.flatMap((m) => m.roles));
      for (const role of new Set(named))
        if (!verdicts.has(role)) verdicts.set(role, await judge(role));
    },
    faultOf({ row, sourceId, memberships }) {
      for (const [i, { roles }] of memberships.entries())
        for (const [j, role] of roles.entries()) {
          const fault = verdicts.get(role);
          if (fault) return { row, sourceId, ...fault, pointer: `/memberships/${i}/roles/${j}` };
        }
      return undefined;
    },
  };
}
