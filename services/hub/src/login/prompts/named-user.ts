import { decodeJwt } from 'jose';
import { interactionPolicy } from 'oidc-provider';
import type { KoaContextWithOIDC } from 'oidc-provider';
import { oauthRefusal } from '../../oauth-errors/oauth-error.ts';

const { Check } = interactionPolicy;

interface RequestedSub {
  value?: unknown;
  values?: unknown;
}

function claimedUsers(claims: unknown): unknown[] | null {
  if (typeof claims !== 'string') return null;
  const { id_token: idToken } = JSON.parse(claims) as { id_token?: { sub?: RequestedSub | null } };
  const { value, values } = idToken?.sub ?? {};
  if (value !== undefined) return [value];
  return Array.isArray(values) ? values : null;
}

/** The user of an `id_token_hint`, which was verified when the request arrived. */
const hintedUser = (hint: unknown): unknown[] | null =>
  typeof hint === 'string' ? [decodeJwt(hint).sub] : null;

/**
 * The users that a request names by `id_token_hint` or by `sub` in `claims`. No other user may receive a code or token (OpenID
 * Connect Core §3.1.2.2). Null: any user may. Empty: no user can satisfy the request.
 */
export function namedUsersOf(params: Readonly<Record<string, unknown>>): readonly string[] | null {
  const hinted = hintedUser(params['id_token_hint']);
  const claimed = claimedUsers(params['claims']);
  const named =
    hinted && claimed ? hinted.filter((one) => claimed.includes(one)) : (hinted ?? claimed);
  return named && named.filter((one) => typeof one === 'string');
}

/** Whether a request that names these users accepts the given one. */
export const isNamed = (named: readonly string[] | null, userId: string): boolean =>
  named === null || named.includes(userId);

/** Whether the session belongs to a user other than those that the request names. */
export function isSessionOfAnother({ oidc }: KoaContextWithOIDC): boolean {
  const userId = oidc.session?.accountId;
  return userId !== undefined && !isNamed(namedUsersOf(oidc.params ?? {}), userId);
}

const mismatch = 'the user who is signed in is not the one that the request names';

const loginRequired = (description: string): Error =>
  oauthRefusal(400, 'login_required', description);

/**
 * Asks once for a sign-in if the session belongs to another user than the request names. The library's own checks read the hint
 * only before the sign-in, and ask for a value of `sub` endlessly.
 */
function needsNamedUser(ctx: KoaContextWithOIDC): boolean {
  const named = namedUsersOf(ctx.oidc.params ?? {});
  if (named?.length === 0) throw loginRequired('the request names no user that can sign in');
  if (!isSessionOfAnother(ctx)) return false;
  if (ctx.oidc.result?.login) throw loginRequired(mismatch);
  return true;
}

export const namedUserCheck = (): InstanceType<typeof Check> =>
  new Check('named_user', mismatch, 'login_required', needsNamedUser);
