import type { ChallengePurpose, RequestOrigin, challengeMethods } from '@platform/contracts';
import type { Tx } from '@platform/kit/database';
import type { FactorEvidence } from '@platform/login-flow';
import type { ChallengeContent } from './challenge-content.ts';
import type { ChallengeRow } from './challenge-store.ts';

/** A challenge that the hub requests. Absent texts are empty. */
export interface ChallengeRequest {
  userId: string;
  identifier: string;
  method: string;
  purpose: ChallengePurpose;
  loginId: string;
  locales: readonly string[];
  clientId: string;
  rpId: string;
  origin: string;
  linkUrl: string;
  ip: string;
  userAgent: string;
  /** ISO 3166-1 alpha-2, derived from the IP address. */
  country: string;
  email: string;
}

/** A challenge to create. */
export interface ChallengeDraft {
  id: string;
  request: ChallengeRequest;
  /** See {@link subjectOf}; empty if a passkey will identify the person. */
  subject: string;
  /** The person is unknown or may not sign in, and must not learn it: the challenge is a decoy. */
  isDecoy: boolean;
  /** The recipient of a code or link. */
  address: string;
  now: number;
}

/** A challenge created from a draft. */
export interface MadeChallenge {
  content: ChallengeContent;
  /** Sent to the page. */
  shown: object;
  lifetimeMs: number;
}

/** A parsed answer. */
export type ChallengeResponse = Readonly<Record<string, unknown>>;

/** The proof given by a correct answer. */
export interface Proof {
  /** Null for a person who is not stored yet. */
  userId: string | null;
  evidence?: FactorEvidence;
  authenticatorId?: string;
  verifiedEmail?: string;
  /** Created during the enrollment, shown once. */
  recoveryCodes?: string[];
}

/** An answer to verify. */
export interface ChallengeAnswer {
  challenge: ChallengeRow;
  content: ChallengeContent;
  response: ChallengeResponse;
  /** Label of the authenticator to enroll. */
  label: string;
  origin: RequestOrigin;
  now: number;
}

/** Creates and verifies the challenges of one method. */
export interface ChallengeKind {
  make(tx: Tx, draft: ChallengeDraft): Promise<MadeChallenge>;
  /** Verifies the answer; undefined if it is wrong. */
  answer(tx: Tx, answer: ChallengeAnswer): Promise<Proof | undefined>;
}

export type ChallengeKinds = Readonly<Record<(typeof challengeMethods)[number], ChallengeKind>>;

/** The kind of a method; undefined if the method has no challenges. */
export const kindOf = (kinds: ChallengeKinds, method: string): ChallengeKind | undefined =>
  Object.hasOwn(kinds, method) ? kinds[method as keyof ChallengeKinds] : undefined;

export const minuteMs = 60_000;
/** How long an enrollment stays open. */
export const enrollmentMs = 15 * minuteMs;
