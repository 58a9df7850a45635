import type { SignInFactor } from '../../sessions/sign-in-session.ts';

/** The result of a successful login. Times are in seconds since the epoch. */
export interface FinishedLogin {
  userId: string;
  acr: string;
  amr: string[];
  authTime: number;
  factors: SignInFactor[];
  organizationId?: string;
  /** Values of `acr` that the sign-in satisfies. Default: those that `acr` implies. */
  satisfiedAcr?: string[];
  sessionLifetimeSeconds?: number;
  sessionIdleSeconds?: number;
  acceptedDocTypes?: string[];
  passwordChanged?: boolean;
  /** Further properties of `user.signed_in`: connector, flow version, … */
  event?: Record<string, unknown>;
}
