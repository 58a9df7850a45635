import { isId } from '@platform/contracts';
import type { ClaimsCallBody, TokenClaimsSettings } from '@platform/contracts';
import type { Metrics } from '@platform/kit/telemetry';
import { problem } from '@platform/kit/problem';
import { fitClaims } from '@platform/siblings/claims';
import type { CandidateClaims } from '@platform/siblings/claims';
import type { KnownClients } from '@platform/siblings/known-clients';
import type { AccessOf, PrincipalAccess } from '../roles/principal-access.ts';
import type { CustomClaimsFor } from './custom-claims.ts';
import { earliest, timedAccess } from './timed-access.ts';
import type { TimedAccess } from './timed-access.ts';

export interface EnrichmentOptions {
  accessOf: AccessOf;
  clients: Pick<KnownClients, 'find'>;
  customClaimsFor: CustomClaimsFor;
  targetBytes: number;
  maxBytes: number;
  metrics: Metrics;
  now?: () => number;
}

/** The response; `expiresAt` is when the first temporary grant ends. */
export interface Enriched {
  claims: Record<string, unknown>;
  expiresAt?: string | null;
}

/**
 * @throws 422 `limit_exceeded` above the maximum response size; 502 `claim_unmet`; 503 while access
 * is unavailable
 */
export type Enrich = (
  settings: TokenClaimsSettings,
  call: ClaimsCallBody,
  startedAt?: number,
) => Promise<Enriched>;

const platformNames: ReadonlySet<string> = new Set(['roles', 'permissions', 'entitlements']);
const sorted = (texts: readonly string[]): string[] => [...new Set(texts)].sort();
const seconds = (at: number): number => Math.floor(at / 1000);

/** Computes the access claims of a client's tokens for a principal. */
export function enrichment(options: EnrichmentOptions): Enrich {
  const { accessOf, clients, customClaimsFor, maxBytes, now = Date.now } = options;
  const sizes = options.metrics.histogram('fga_enrichment_bytes');
  const left = options.metrics.counter('fga_enrichment_overage_total');
  return async (settings, call, startedAt = now()) => {
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
    const timeLeftMs = settings.timeoutMilliseconds - (now() - startedAt);
    const [held, custom] = await Promise.all([
      timedAccess(clients, access, call, { now: now(), wantsScopes: wants.has('elevated_scopes') }),
      wants.has('custom') ? customClaimsFor(call, timeLeftMs) : [],
    ]);
    const candidates = { ...accessClaims(wants, access, held), custom };
    const { claims, bytes, overage } = fitClaims(candidates, options.targetBytes);
    sizes.observe(bytes);
    for (const name of overage) left.inc({ claim: platformNames.has(name) ? name : 'custom' });
    if (bytes > maxBytes)
      throw problem('limit_exceeded', {
        detail: `The claims have ${bytes} bytes; at most ${maxBytes} are allowed`,
      });
    return { claims, expiresAt: endOf(claims, held) };
  };
}

/** The platform's claims that a client has enabled. */
const accessClaims = (
  wants: ReadonlySet<string>,
  { roles, permissions, families }: PrincipalAccess,
  held: TimedAccess,
): CandidateClaims => ({
  ...(wants.has('roles') ? { roles: sorted([...roles, ...held.roles.map((r) => r.key)]) } : {}),
  ...(wants.has('permissions')
    ? { permissions: sorted([...permissions, ...held.roles.flatMap((r) => r.permissions)]) }
    : {}),
  ...(wants.has('entitlements') ? { entitlements: sorted(families) } : {}),
  ...(held.scopesEnd === undefined
    ? {}
    : { elevated: { elevated_scopes: held.scopes, elevated_until: seconds(held.scopesEnd) } }),
});

/** When the first temporary grant among the claims ends. */
function endOf(claims: Enriched['claims'], { scopesEnd, rolesEnd }: TimedAccess): string | null {
  const saysRoles = 'roles' in claims || 'permissions' in claims;
  const ends = [scopesEnd, saysRoles ? rolesEnd : undefined].filter((end) => end !== undefined);
  const end = earliest(ends);
  return end === undefined ? null : new Date(seconds(end) * 1000).toISOString();
}
