import type { FactorEvidence } from '@platform/login-flow';
import type { Session } from 'oidc-provider';

/** A factor that a user has proven, and when (seconds since the epoch). */
export interface SignInFactor {
  method: string;
  at: number;
  /** The evidence for later logins of the session. */
  evidence?: FactorEvidence & { connector?: string | null };
}

/** The browser of a sign-in. */
export interface SignInOrigin {
  ip: string;
  userAgent: string;
  /** ISO 3166-1 alpha-2, if known. */
  country?: string | undefined;
}

/** The library's session, with the properties that the hub adds. Times in seconds since the epoch. */
export type SignInSession = Session & {
  organizationId?: string;
  factors?: SignInFactor[];
  /** Every value of `acr` that the sign-in satisfies. */
  satisfiedAcr?: string[];
  endsAt?: number;
  idleSeconds?: number;
  /** The clients for which the `post_login` hooks have allowed the sign-in. */
  postLoginClients?: string[];
  /** The browser of the last sign-in. */
  origin?: SignInOrigin;
};

/** The result of a login, which the library passes from the login pages to the session. */
export interface LoginResult {
  accountId: string;
  acr?: string;
  amr?: string[];
  ts?: number;
  organizationId?: string;
  factors?: SignInFactor[];
  satisfiedAcr?: string[];
  sessionLifetimeSeconds?: number;
  sessionIdleSeconds?: number;
  origin?: SignInOrigin;
  /** Further signals for access policies. */
  acceptedDocTypes?: string[];
  passwordChanged?: boolean;
}

const nowSeconds = (): number => Math.floor(Date.now() / 1000);

/** Copies the properties of a login to the session that the library does not copy. */
export function applyLogin(session: SignInSession, login: LoginResult): void {
  session.organizationId = login.organizationId;
  session.factors = login.factors;
  session.satisfiedAcr = login.satisfiedAcr;
  session.origin = login.origin;
  session.idleSeconds = login.sessionIdleSeconds;
  session.endsAt =
    login.sessionLifetimeSeconds === undefined
      ? undefined
      : (login.ts ?? nowSeconds()) + login.sessionLifetimeSeconds;
}

/** Returns the seconds until an unused session ends; at least one, which is the library's minimum. */
export function sessionSeconds(
  { endsAt, idleSeconds }: Pick<SignInSession, 'endsAt' | 'idleSeconds'>,
  defaultSeconds: number,
): number {
  const left = endsAt === undefined ? defaultSeconds : endsAt - nowSeconds();
  return Math.max(1, Math.min(left, idleSeconds ?? defaultSeconds));
}
