import type { FactorEvidence } from '@platform/login-flow';
import type { Session } from 'oidc-provider';

/** A proof that a user gave, and when (seconds since the epoch). */
export interface SignInFactor {
  method: string;
  at: number;
  /** What it proves in later logins of the session. */
  evidence?: FactorEvidence & { connector?: string | null };
}

/** A session of an issuer, with what we keep of its sign-in. Times in seconds since the epoch. */
export type SignInSession = Session & {
  organizationId?: string;
  factors?: SignInFactor[];
  /** Every value of `acr` that the sign-in satisfies. */
  satisfiedAcr?: string[];
  endsAt?: number;
  idleSeconds?: number;
  /** Clients for which the inline hooks of `post_login` have let the sign-in pass. */
  postLoginClients?: string[];
};

/** How a sign-in ended, as the library hands it from the login pages to the session. */
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
  /** What access policies are told of the sign-in besides. */
  acceptedDocTypes?: string[];
  passwordChanged?: boolean;
}

const nowSeconds = (): number => Math.floor(Date.now() / 1000);

/** Keeps on the session what the library does not take from a sign-in. */
export function applyLogin(session: SignInSession, login: LoginResult): void {
  session.organizationId = login.organizationId;
  session.factors = login.factors;
  session.satisfiedAcr = login.satisfiedAcr;
  session.idleSeconds = login.sessionIdleSeconds;
  session.endsAt =
    login.sessionLifetimeSeconds === undefined
      ? undefined
      : (login.ts ?? nowSeconds()) + login.sessionLifetimeSeconds;
}

/** Seconds until a session ends when nobody uses it; at least one, since the library takes no less. */
export function sessionSeconds(
  { endsAt, idleSeconds }: Pick<SignInSession, 'endsAt' | 'idleSeconds'>,
  defaultSeconds: number,
): number {
  const left = endsAt === undefined ? defaultSeconds : endsAt - nowSeconds();
  return Math.max(1, Math.min(left, idleSeconds ?? defaultSeconds));
}
