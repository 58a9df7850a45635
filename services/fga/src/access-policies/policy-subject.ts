import type { Database, Tx } from '@platform/kit/database';
import { isLiveUser, rolesIn } from '../people/people.ts';
import type { People } from '../people/people.ts';
import type { Signals } from './signals.ts';

/** The signals about the principal. */
export type PolicySubject = Pick<Signals, 'principal' | 'groupIds' | 'roles' | 'organizationId'>;

/**
 * Resolves groups and roles of a user from directory and the assignments of this service; a client
 * has only assignments. Throws 503 while directory is unavailable.
 */
export function policySubjects({
  db,
  people,
  assigned,
}: {
  db: Database;
  people: People;
  assigned: (
    tx: Tx,
    principal: { type: 'user' | 'client'; id: string },
  ) => Promise<readonly string[]>;
}) {
  return async function subjectOf(
    tenantId: string,
    principal: NonNullable<Signals['principal']>,
    organizationId: string | null,
  ): Promise<PolicySubject> {
    const person =
      principal.type === 'user' ? await people.find(tenantId, principal.id) : undefined;
    const roles = await db.read({ tenantId, actor: { type: 'system', id: 'fga' } }, (tx) =>
      assigned(tx, principal),
    );
    return {
      principal,
      organizationId,
      groupIds: isLiveUser(person) ? person.groupIds : [],
      roles: [
        ...new Set([...roles, ...(isLiveUser(person) ? rolesIn(person, organizationId) : [])]),
      ],
    };
  };
}

export type SubjectOf = ReturnType<typeof policySubjects>;
