import type { Login } from '../steps/login-step.ts';
import { isNamed } from '../prompts/named-user.ts';

/** Why a person who has proven who they are cannot complete a login. */
export type PersonRefusal = 'disabled' | 'other_user' | 'not_member';

/** The organization that someone signs in to; a session that is only stepped up stays with its own. */
export function organizationOf({
  progress,
  request,
  state,
}: Pick<Login, 'progress' | 'request' | 'state'>): string | undefined {
  const { connection } = progress;
  if (connection) return connection.organizationId || undefined;
  const isContinued = state.factors.some(({ fromSession }) => fromSession);
  return isContinued ? (request.session?.organizationId ?? undefined) : undefined;
}

/**
 * Why the authorization server would answer the request with no code for this person; undefined where it would. A login that
 * ended all the same would be asked for again, without end.
 */
export function personRefusal(
  login: Pick<Login, 'person' | 'progress' | 'request' | 'state'>,
): PersonRefusal | undefined {
  const { person, request } = login;
  if (person?.status !== 'active') return 'disabled';
  if (!isNamed(request.namedUserIds, person.id)) return 'other_user';
  const organizationId = organizationOf(login);
  const isMember = organizationId === undefined || person.organizationIds.includes(organizationId);
  return isMember ? undefined : 'not_member';
}
