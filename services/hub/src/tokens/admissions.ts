import type { KoaContextWithOIDC } from 'oidc-provider';

/**
 * A client that was found active in an active tenant, when no cut-off of either was under way. A cut-off that begins later
 * reaches every token whose time of issue is not later than `at`.
 */
export interface Admission {
  clientId: string;
  /** Seconds since the epoch, before the client was looked up. */
  at: number;
  /** The same moment, in milliseconds of a clock that never goes back. */
  began: number;
  /** The latest cut-off of the client or the tenant. */
  notBefore: number | null;
}

/** A request that took longer has waited for somebody: it had better hear that its client was disabled meanwhile. */
const freshMs = 100;

const admissions = new WeakMap<KoaContextWithOIDC, Admission>();

/** Keeps what was found when the client of a request was read. */
export const noteAdmission = (ctx: KoaContextWithOIDC, admission: Admission): void =>
  void admissions.set(ctx, admission);

/** True where nothing could be found about the client, just before its token is signed, that matters to the token. */
export function isAdmitted(
  ctx: KoaContextWithOIDC,
  { clientId, issuedAt }: { clientId: string; issuedAt: number },
  now: number = performance.now(),
): boolean {
  const found = admissions.get(ctx);
  return (
    found !== undefined &&
    found.clientId === clientId &&
    issuedAt <= found.at &&
    now < found.began + freshMs &&
    (found.notBefore === null || found.notBefore < issuedAt)
  );
}
