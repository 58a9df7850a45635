import type { Grant, KoaContextWithOIDC } from 'oidc-provider';
import type { AuthorizationDetail } from './authorization-details.ts';

/** The code, refresh token or device code that a user's token is issued for. */
export interface TokenSource {
  accountId?: string;
  acr?: string;
  amr?: string[];
  authTime?: number;
  sid?: string;
  scope?: string;
  grantId?: string;
  /** The authorization details that the user granted. */
  rar?: AuthorizationDetail[];
  /** False or absent for offline access (OpenID Connect Core §11). */
  expiresWithSession?: boolean;
  claims?: { userinfo?: Record<string, unknown>; id_token?: Record<string, unknown> };
}

/** The library's grant, with the organization that the user signed in to. */
export type SignInGrant = Grant & { organizationId?: string };

/** Returns the source of a user's token; undefined if the token has no sign-in, as with client credentials. */
export function tokenSource(ctx: KoaContextWithOIDC): TokenSource | undefined {
  const { AuthorizationCode, RefreshToken, DeviceCode } = ctx.oidc.entities;
  return (AuthorizationCode ?? RefreshToken ?? DeviceCode) as TokenSource | undefined;
}

const sessionEnds = new WeakMap<KoaContextWithOIDC, number>();

/** Records when the session of a redeemed code ends, in seconds since the epoch. */
export const noteSessionEnd = (ctx: KoaContextWithOIDC | undefined, endsAt: unknown): void => {
  if (ctx && typeof endsAt === 'number') sessionEnds.set(ctx, endsAt);
};

/** Returns when the session of a token ends; undefined for offline access, which has no session. */
export const sessionEnd = (ctx: KoaContextWithOIDC): number | undefined => sessionEnds.get(ctx);

/** Returns the organization of the sign-in; null if there is none. */
export const organizationOf = (ctx: KoaContextWithOIDC): string | null =>
  (ctx.oidc.entities.Grant as SignInGrant | undefined)?.organizationId ?? null;
