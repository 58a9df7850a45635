import { errors } from 'oidc-provider';
import type { Account, KoaContextWithOIDC } from 'oidc-provider';
import type { LoadAccess } from '../tokens/resource-scopes.ts';
import { organizationOf } from '../tokens/token-source.ts';
import type { SignInSession } from '../sessions/sign-in-session.ts';
import { askedClaims } from '../userinfo/standard-claims.ts';
import type { FindUser, FindUserState } from '../userinfo/users.ts';

/** Finds users for the library: only active users who are still members of the organization that they signed in to. */
export const accounts =
  (
    { findUser, findUserState }: { findUser: FindUser; findUserState: FindUserState },
    tenantId: string,
    loadAccess: LoadAccess,
  ) =>
  async (ctx: KoaContextWithOIDC, sub: string): Promise<Account | undefined> => {
    // Starts the request while the directory answers; the scope step awaits the result.
    if (ctx.oidc.route === 'token') void loadAccess(ctx);
    const user = await findUserState(tenantId, sub);
    const session = ctx.oidc.session as SignInSession | undefined;
    const organizationId = organizationOf(ctx) ?? session?.organizationId ?? null;
    const isMember = organizationId === null || user?.organizationIds.has(organizationId);
    if (!user?.isActive || !isMember) {
      if (ctx.oidc.route === 'token')
        throw new errors.InvalidGrant('the user is disabled (user_disabled)');
      return undefined;
    }
    return {
      accountId: sub,
      // OpenID Connect Core §5.4: UserInfo returns the claims of scopes, so an ID token only adds those of the `claims` parameter.
      async claims(_use, _scope, claims) {
        const asked = Object.keys(claims ?? {});
        const person = asked.length > 0 ? await findUser(tenantId, sub) : undefined;
        return { ...(person && askedClaims(person, new Set(), asked)), sub };
      },
    };
  };
