import type { Principal } from '@platform/contracts';

/**
 * Invalidates the tokens of one id that were issued at or before `notBefore` (seconds since the
 * epoch).
 */
export interface Cutoff {
  tenantId: string;
  kind: 'tenant' | 'client' | 'subject' | 'client_subject' | 'session' | 'token' | 'resource';
  /**
   * Tenant id, client id, subject, {@link clientSubject}, `sid` of a session at a client, `jti` of
   * one token (RFC 7009), or the id of an API, followed by a client id or not. Tokens for APIs of
   * tenants are no bearers here: the hub alone looks at cut-offs of resources.
   */
  id: string;
  notBefore: number;
}

/**
 * The `cause` of `token_invalid` for an authentic token that was cut off, so that an edge can
 * record whose it was.
 */
export class RevokedToken extends Error {
  readonly principal: Principal;
  constructor(principal: Principal) {
    super('the token has been revoked');
    this.name = 'RevokedToken';
    this.principal = principal;
  }
}

/** Looks up the cut-offs that apply to a token; `issuedAt` is `iat`, in seconds. */
export interface Cutoffs {
  isCutOff(token: {
    tenantId: string;
    clientId: string;
    subject: string;
    /** See {@link boundSession}. */
    sessionId?: string | undefined;
    tokenId?: string;
    issuedAt: number;
  }): boolean;
}

/**
 * Returns the id of a cut-off for one subject's tokens at one client. Neither part can contain a
 * space.
 */
export const clientSubject = (clientId: string, subject: string): string =>
  `${clientId} ${subject}`;

/**
 * Returns the `sid` of the session that a token ends with. Undefined for a token for offline access
 * (OpenID Connect Core §11), which outlives the session, and for a token issued without a sign-in.
 */
export const boundSession = (
  { sid }: { readonly [claim: string]: unknown },
  scopes: ReadonlySet<string>,
): string | undefined =>
  typeof sid === 'string' && !scopes.has('offline_access') ? sid : undefined;

const keyOf = (tenantId: string, kind: Cutoff['kind'], id: string): string =>
  `${tenantId} ${kind} ${id}`;

/**
 * Exceeds the longest lifetime of a token: every token that a cut-off applies to has expired by
 * then.
 */
const keptMillis = 2 * 3_600_000;
const sweepMillis = 60_000;

/**
 * Creates an in-memory table of cut-offs, fed by a watch of their bucket. A later `put` never
 * lowers `notBefore`. Entries expire here by themselves, since the bucket does not report expiry.
 */
export function cutoffTable(now: () => number = Date.now) {
  const table = new Map<string, number>();
  let sweptAt = now();

  function sweep(): void {
    if (now() - sweptAt < sweepMillis) return;
    sweptAt = now();
    for (const [key, notBefore] of table)
      if (notBefore * 1000 < sweptAt - keptMillis) table.delete(key);
  }

  return {
    put({ tenantId, kind, id, notBefore }: Cutoff): void {
      sweep();
      const key = keyOf(tenantId, kind, id);
      table.set(key, Math.max(notBefore, table.get(key) ?? -Infinity));
    },
    remove({ tenantId, kind, id }: Omit<Cutoff, 'notBefore'>): void {
      table.delete(keyOf(tenantId, kind, id));
    },
    isCutOff({
      tenantId,
      clientId,
      subject,
      sessionId,
      tokenId,
      issuedAt,
    }: Parameters<Cutoffs['isCutOff']>[0]): boolean {
      if (table.size === 0) return false;
      const reaches = (kind: Cutoff['kind'], id: string) =>
        issuedAt <= (table.get(keyOf(tenantId, kind, id)) ?? -Infinity);
      return (
        reaches('tenant', tenantId) ||
        reaches('client', clientId) ||
        reaches('subject', subject) ||
        reaches('client_subject', clientSubject(clientId, subject)) ||
        (sessionId !== undefined && reaches('session', sessionId)) ||
        (tokenId !== undefined && reaches('token', tokenId))
      );
    },
  } satisfies Cutoffs & Record<string, unknown>;
}
