import { isNamed } from '../prompts/named-user.ts';
import type { Login } from '../steps/login-step.ts';

/** Why an authenticated person cannot complete a login. */
export type PersonRefusal = 'disabled' | 'other_user' | 'not_member';

/** The organization that the person signs in to. A step-up keeps the organization of the session. */
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
 * Why the authorization server would not issue a code to this person. Undefined if it would. If such a login completed, the server
 * would ask for another login, endlessly.
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
