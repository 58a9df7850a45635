import type { ChallengePurpose, RequestOrigin, challengeMethods } from '@platform/contracts';
import type { Tx } from '@platform/kit/database';
import type { FactorEvidence } from '@platform/login-flow';
import type { ChallengeContent } from './challenge-content.ts';
import type { ChallengeRow } from './challenge-store.ts';

/** A challenge as the hub asks for it. Absent texts are empty. */
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
  /** Of the address; ISO 3166-1 alpha-2. */
  country: string;
  email: string;
}

/** A challenge about to be made. */
export interface ChallengeDraft {
  id: string;
  request: ChallengeRequest;
  /** See {@link subjectOf}; empty where a passkey will tell who it is. */
  subject: string;
  /** The person is unknown or may not sign in, and must not learn it: the challenge only looks like one. */
  isDecoy: boolean;
  /** Where a code or link goes. */
  address: string;
  now: number;
}

/** What a method makes of a draft. */
export interface MadeChallenge {
  content: ChallengeContent;
  /** What the page is told. */
  shown: object;
  lifetimeMs: number;
}

/** An answer, parsed. */
export type ChallengeResponse = Readonly<Record<string, unknown>>;

/** What a right answer proves. */
export interface Proof {
  /** Null: a person who is not stored yet. */
  userId: string | null;
  evidence?: FactorEvidence;
  authenticatorId?: string;
  verifiedEmail?: string;
  /** Made on the way; shown once. */
  recoveryCodes?: string[];
}

/** An answer about to be checked. */
export interface ChallengeAnswer {
  challenge: ChallengeRow;
  content: ChallengeContent;
  response: ChallengeResponse;
  /** Of an authenticator that is enrolled. */
  label: string;
  /** Where it was given. */
  origin: RequestOrigin;
  now: number;
}

/** How challenges of one method are made and answered. */
export interface ChallengeKind {
  make(tx: Tx, draft: ChallengeDraft): Promise<MadeChallenge>;
  /** What the answer proves; undefined for a wrong one. */
  answer(tx: Tx, answer: ChallengeAnswer): Promise<Proof | undefined>;
}

/** The kinds by method. */
export type ChallengeKinds = Readonly<Record<(typeof challengeMethods)[number], ChallengeKind>>;

/** The kind of a method; undefined for one without challenges. */
export const kindOf = (kinds: ChallengeKinds, method: string): ChallengeKind | undefined =>
  Object.hasOwn(kinds, method) ? kinds[method as keyof ChallengeKinds] : undefined;

export const minuteMs = 60_000;
/** How long an enrolment stays open. */
export const enrollmentMs = 15 * minuteMs;
