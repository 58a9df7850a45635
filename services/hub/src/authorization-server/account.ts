import { errors } from 'oidc-provider';
import type { Account, KoaContextWithOIDC } from 'oidc-provider';
import { organizationOf } from '../tokens/token-source.ts';
import type { SignInSession } from '../sessions/sign-in-session.ts';
import { askedClaims } from '../userinfo/standard-claims.ts';
import type { FindUser } from '../userinfo/users.ts';

/** Users as the engine asks for them: only who is active, and still a member of the organization signed into. */
export const accounts =
  (findUser: FindUser, tenantId: string) =>
  async (ctx: KoaContextWithOIDC, sub: string): Promise<Account | undefined> => {
    const user = await findUser(tenantId, sub);
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
      // OpenID Connect Core §5.4: the claims of scopes are for the UserInfo endpoint, and `claims` asks for more.
      claims: async (_use, _scope, claims) =>
        askedClaims(user, new Set(), Object.keys(claims ?? {})) as { sub: string },
    };
  };
