import type { DirectoryTenant } from '@platform/kit/auth';
import { elevatedScopes, scopeSet } from '@platform/kit/auth';
import type { EntitlementCache } from '@platform/siblings/entitlement';
import type { FindUser } from '../userinfo/users.ts';
import type { LiveSession } from './web-sessions.ts';

/** The response of `GET /web/session`: whose session it is, what it allows, and when it ends. */
export interface WebSessionAnswer {
  app: string;
  /** For `setup`, the link. */
  user: { id: string; displayName: string | null; email: string | null };
  tenant: { id: string; slug: string; name: string; mode: string };
  organizationId: string | null;
  scopes: string[];
  /** Scopes of an elevation that is active. */
  elevatedScopes: string[];
  acr: string | null;
  /** When the user signed in. */
  authTime: string | null;
  /** Areas of the API that the tenant is not entitled to. */
  unavailableAreas: string[];
  /** When the session ends if it is not used. */
  idleEndsAt: string;
  endsAt: string;
}

export interface SessionAnswerOptions {
  findUser: FindUser;
  entitlements: Pick<EntitlementCache, 'offAreas'>;
}

const textOf = (value: unknown): string | null => (typeof value === 'string' ? value : null);

/** See {@link WebSessionAnswer}. @throws 503 while the directory or the access service is away */
export const sessionAnswer =
  ({ findUser, entitlements }: SessionAnswerOptions) =>
  async (
    { id, slug, name, mode }: DirectoryTenant,
    { record, tokens: { claims } }: LiveSession,
  ): Promise<WebSessionAnswer> => {
    const [user, offAreas] = await Promise.all([
      // The session of a setup link has no user.
      record.app === 'setup' ? undefined : findUser(id, record.userId),
      entitlements.offAreas(id),
    ]);
    const authTime = claims['auth_time'];
    return {
      app: record.app,
      user: {
        id: record.userId,
        displayName: user?.profile.displayName ?? null,
        email: user?.profile.email ?? null,
      },
      tenant: { id, slug, name, mode },
      organizationId: textOf(claims['org_id']),
      scopes: [...scopeSet(claims['scope'])].sort(),
      elevatedScopes: [...(elevatedScopes(claims) ?? [])].sort(),
      acr: textOf(claims['acr']),
      authTime: typeof authTime === 'number' ? new Date(authTime * 1_000).toISOString() : null,
      unavailableAreas: [...offAreas.keys()].sort(),
      idleEndsAt: record.idleEndsAt.toISOString(),
      endsAt: record.endsAt.toISOString(),
    };
  };
