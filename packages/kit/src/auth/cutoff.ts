/** Tokens of the named thing issued at or before `notBefore` (seconds since the epoch) are worth nothing. */
export interface Cutoff {
  tenantId: string;
  kind: 'tenant' | 'client' | 'subject' | 'client_subject';
  /** Tenant id, client id, subject, or {@link clientSubject}. */
  id: string;
  notBefore: number;
}

/** What a verifier asks of the cut-offs; `issuedAt` is `iat`, in seconds. */
export interface Cutoffs {
  isCutOff(token: { tenantId: string; clientId: string; subject: string; issuedAt: number }): boolean;
}

/** The id of a cut-off on one subject's tokens at one client. Neither part can hold a space. */
export const clientSubject = (clientId: string, subject: string): string => `${clientId} ${subject}`;

const keyOf = (tenantId: string, kind: Cutoff['kind'], id: string): string => `${tenantId} ${kind} ${id}`;

/** Cut-offs in memory, to be fed by whoever watches their bucket. A later `put` never lowers `notBefore`. */
export function cutoffTable() {
  const table = new Map<string, number>();
  return {
    put({ tenantId, kind, id, notBefore }: Cutoff): void {
      const key = keyOf(tenantId, kind, id);
      table.set(key, Math.max(notBefore, table.get(key) ?? -Infinity));
    },
    remove({ tenantId, kind, id }: Omit<Cutoff, 'notBefore'>): void {
      table.delete(keyOf(tenantId, kind, id));
    },
    isCutOff({ tenantId, clientId, subject, issuedAt }: Parameters<Cutoffs['isCutOff']>[0]): boolean {
      if (table.size === 0) return false;
      const reaches = (kind: Cutoff['kind'], id: string) => issuedAt <= (table.get(keyOf(tenantId, kind, id)) ?? -Infinity);
      return reaches('tenant', tenantId) || reaches('client', clientId) || reaches('subject', subject)
        || reaches('client_subject', clientSubject(clientId, subject));
    },
  } satisfies Cutoffs & Record<string, unknown>;
}
