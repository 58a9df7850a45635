import type { Principal } from '@platform/contracts';

/** Tokens of the named thing issued at or before `notBefore` (seconds since the epoch) are worth nothing. */
export interface Cutoff {
  tenantId: string;
  kind: 'tenant' | 'client' | 'subject' | 'client_subject' | 'session' | 'token';
  /**
   * Tenant id, client id, subject, {@link clientSubject}, the `sid` of a session at a client, or the `jti` of one token (RFC 7009).
   */
  id: string;
  notBefore: number;
}

/** Why a token was refused that verifies but was cut off: the `cause` of `token_invalid`, so that an edge can record whose it was. */
export class RevokedToken extends Error {
  readonly principal: Principal;
  constructor(principal: Principal) {
    super('the token has been revoked');
    this.name = 'RevokedToken';
    this.principal = principal;
  }
}

/** What a verifier asks of the cut-offs; `issuedAt` is `iat`, in seconds. */
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

/** The id of a cut-off on one subject's tokens at one client. Neither part can hold a space. */
export const clientSubject = (clientId: string, subject: string): string =>
  `${clientId} ${subject}`;

/**
 * The session that a token ends with: its `sid`. Undefined for a token for offline access (OpenID Connect Core §11), which outlives the
 * session, and for one that no user signed in for.
 */
export const boundSession = (
  { sid }: { readonly [claim: string]: unknown },
  scopes: ReadonlySet<string>,
): string | undefined =>
  typeof sid === 'string' && !scopes.has('offline_access') ? sid : undefined;

const keyOf = (tenantId: string, kind: Cutoff['kind'], id: string): string =>
  `${tenantId} ${kind} ${id}`;

/** Above the longest life of a token: what it would still reach is over. */
const keptMillis = 2 * 3_600_000;
const sweepMillis = 60_000;

/**
 * Cut-offs in memory, to be fed by whoever watches their bucket. A later `put` never lowers `notBefore`. The bucket does
 * not tell when an entry's time is over, so that they are forgotten here by themselves.
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
