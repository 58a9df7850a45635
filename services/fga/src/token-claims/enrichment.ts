import { isId } from '@platform/contracts';
import type { ClaimsCallBody, TokenClaimsSettings } from '@platform/contracts';
import type { Metrics } from '@platform/kit/metrics';
import { problem } from '@platform/kit/problem';
import type { KnownClients } from '@platform/kit/siblings';
import type { AccessOf, PrincipalAccess } from '../roles/principal-access.ts';
import { fitClaims } from './claim-size.ts';
import type { CustomClaimsFor } from './custom-claims.ts';

/** What {@link enrichment} needs. */
export interface EnrichmentOptions {
  accessOf: AccessOf;
  clients: Pick<KnownClients, 'find'>;
  customClaimsFor: CustomClaimsFor;
  targetBytes: number;
  maxBytes: number;
  metrics: Metrics;
  now?: () => number;
}

/** What is answered; `expiresAt` is when what is held for a time ends. */
export interface Enriched {
  claims: Record<string, unknown>;
  expiresAt?: string | null;
}

/** The part of a principal's access that is held for a time. */
interface Timed {
  scopes: string[];
  scopesEnd: number | undefined;
  rolesEnd: number | undefined;
  roles: PrincipalAccess['elevatedRoles'];
}

const earliest = (ends: readonly number[]): number | undefined =>
  ends.length === 0 ? undefined : Math.min(...ends);
const sorted = (texts: readonly string[]): string[] => [...new Set(texts)].sort();
/** What ends sooner than this is over by the time that a token is issued. */
const shortestMs = 2_000;
const seconds = (at: number): number => Math.floor(at / 1000);

/** What the tokens of a client say of a principal's access. */
export function enrichment({
  accessOf,
  clients,
  customClaimsFor,
  targetBytes,
  maxBytes,
  metrics,
  now = Date.now,
}: EnrichmentOptions) {
  const sizes = metrics.histogram('fga_enrichment_bytes');
  const left = metrics.counter('fga_enrichment_overage_total');
  const platformNames: ReadonlySet<string> = new Set(['roles', 'permissions', 'entitlements']);

  /** Scopes only in access tokens of users, and only those that the client may have: a low-trust application never administers by its user's elevation. */
  async function timed(
    { elevated, elevatedRoles, roles }: PrincipalAccess,
    { tenantId, clientId, principal, tokenType }: ClaimsCallBody,
    wantsScopes: boolean,
  ): Promise<Timed> {
    const at = now() + shortestMs;
    const live = <T extends { expiresAt: string }>(all: readonly T[]): T[] =>
      all.filter((one) => Date.parse(one.expiresAt) > at);
    const candidates =
      wantsScopes && principal.type === 'user' && tokenType === 'access_token'
        ? live(elevated)
        : [];
    const allowed = new Set(
      candidates.length > 0 ? (await clients.find(tenantId, clientId))?.allowedScopes : [],
    );
    const ends = new Map<string, number>();
    for (const { scope, expiresAt } of candidates.filter((c) => allowed.has(c.scope)))
      ends.set(scope, Math.max(ends.get(scope) ?? 0, Date.parse(expiresAt)));
    const forNow = live(elevatedRoles).filter((role) => !roles.includes(role.key));
    return {
      scopes: sorted([...ends.keys()]),
      scopesEnd: earliest([...ends.values()]),
      roles: forNow,
      rolesEnd: earliest(forNow.map((role) => Date.parse(role.expiresAt))),
    };
  }

  /** @throws 422 `limit_exceeded` beyond the largest answer; 502 `claim_unmet`; 503 while access cannot be told */
  return async function enrich(
    settings: TokenClaimsSettings,
    call: ClaimsCallBody,
    startedAt = now(),
  ): Promise<Enriched> {
    const { tenantId, clientId, principal, organizationId } = call;
    if (principal.type === 'user' && !isId('user', principal.id)) return { claims: {} };
    const wants = new Set(settings.claims);
    const access = await accessOf({
      tenantId,
      principal,
      clientId,
      organizationId: organizationId ?? undefined,
    });
    if (!access.isActive) return { claims: {} };
    const [held, custom] = await Promise.all([
      timed(access, call, wants.has('elevated_scopes')),
      wants.has('custom')
        ? customClaimsFor(call, settings.timeoutMilliseconds - (now() - startedAt))
        : [],
    ]);
    const { claims, bytes, overage } = fitClaims(
      {
        ...(wants.has('roles')
          ? { roles: sorted([...access.roles, ...held.roles.map((role) => role.key)]) }
          : {}),
        ...(wants.has('permissions')
          ? {
              permissions: sorted([
                ...access.permissions,
                ...held.roles.flatMap((role) => role.permissions),
              ]),
            }
          : {}),
        ...(wants.has('entitlements') ? { entitlements: sorted(access.families) } : {}),
        ...(held.scopesEnd === undefined
          ? {}
          : {
              elevated: { elevated_scopes: held.scopes, elevated_until: seconds(held.scopesEnd) },
            }),
        custom,
      },
      targetBytes,
    );
    sizes.observe(bytes);
    for (const name of overage) left.inc({ claim: platformNames.has(name) ? name : 'custom' });
    if (bytes > maxBytes)
      throw problem('limit_exceeded', {
        detail: `The claims have ${bytes} bytes; at most ${maxBytes} are allowed`,
      });
    const saysRoles = 'roles' in claims || 'permissions' in claims;
    const end = earliest(
      [held.scopesEnd, saysRoles ? held.rolesEnd : undefined].filter((e) => e !== undefined),
    );
    return {
      claims,
      expiresAt: end === undefined ? null : new Date(seconds(end) * 1000).toISOString(),
    };
  };
}

/** See {@link enrichment}. */
export type Enrich = ReturnType<typeof enrichment>;
