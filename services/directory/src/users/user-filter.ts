import { emailKey } from '@platform/kit/formats';
import { invalid, problem } from '@platform/kit/problem';
import type { Problem } from '@platform/kit/problem';
import { minTermPrefix } from './user-list-store.ts';
import type { UserFilter } from './user-list-store.ts';
import { searchKey } from './user-search.ts';

/** Conditions as callers send them. */
export interface UserConditions {
  email?: string | undefined;
  organizationId?: string | undefined;
  status?: string | undefined;
  q?: string | undefined;
}

/** Builds the problem of a condition: `must` completes the sentence that its name begins. */
export type RefuseCondition = (name: 'email' | 'q', must: string) => Problem;

/** For conditions in the query. */
export const refuseParameter: RefuseCondition = (name, must) =>
  problem('invalid_parameter', { detail: `${name} ${must}` });

/** For conditions in the `filter` of a body. */
export const refuseProperty: RefuseCondition = (name, must) =>
  invalid(`/filter/${name}`, 'invalid_format', must);

/** The filter with its keys for comparison. Throws what `refuse` builds for an invalid condition. */
export function userFilterOf(
  { email, organizationId, status, q }: UserConditions,
  refuse: RefuseCondition,
): UserFilter {
  const filter: UserFilter = {
    ...(organizationId === undefined ? {} : { organizationId }),
    ...(status === undefined ? {} : { status }),
  };
  if (email !== undefined) {
    const key = emailKey(email);
    if (key === undefined) throw refuse('email', 'must be an e-mail address');
    filter.emailKey = key;
  }
  if (q !== undefined) {
    filter.termPrefix = searchKey(q);
    if ([...filter.termPrefix].length < minTermPrefix || [...q].length > 64)
      throw refuse('q', 'must have 3 to 64 characters, not counting accents');
  }
  return filter;
}
