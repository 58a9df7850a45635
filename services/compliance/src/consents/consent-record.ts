import type {
  ConsentEvidence,
  ConsentNotice,
  ConsentState,
  CreateConsentRequest,
  GivenBy,
  LegalBasis,
} from '@platform/contracts';

/** What of a consent names the person or is theirs. It is removed when they are erased. */
export interface PersonalConsentPart {
  givenBy: GivenBy;
  evidence: ConsentEvidence;
  metadata: Record<string, string>;
}

/** What a decision makes of a consent. */
export interface ConsentTerms {
  id: string;
  subjectId: string;
  purposeKey: string;
  state: ConsentState;
  version: number;
  legalBasis: LegalBasis;
  consentType: CreateConsentRequest['consentType'];
  clientId: string | null;
  language: string;
  jurisdiction: string | null;
  notices: ConsentNotice[];
  collectionMethod: CreateConsentRequest['collectionMethod'];
  /** Null once the person was erased. */
  personal: PersonalConsentPart | null;
  givenAt: Date;
  expiresAt: Date | null;
  withdrawnAt: Date | null;
  previousConsentId: string | null;
}

/** A consent as it is stored. */
export interface ConsentRecord extends ConsentTerms {
  /** When the state ends by itself. */
  dueAt: Date | null;
  /** A later record of the person and purpose exists. */
  isSuperseded: boolean;
  historyCount: number;
  /** When the person last acted. */
  lastAt: Date;
  lastHash: string;
  createdAt: Date;
  updatedAt: Date;
}

const decisionDays = 30;

/** When a state ends by itself: a given consent expires, a requested one waits 30 days for a decision. */
export function dueAt(
  { state, expiresAt }: Pick<ConsentTerms, 'state' | 'expiresAt'>,
  recordedAt: Date,
): Date | null {
  if (state === 'given') return expiresAt;
  if (state === 'requested') return new Date(recordedAt.getTime() + decisionDays * 86_400_000);
  return null;
}

/** The state at a time: what is past its end has expired, whether or not the sweep has come by. */
export const consentStateAt = (
  { state, dueAt: due }: Pick<ConsentRecord, 'state' | 'dueAt'>,
  now: Date,
): ConsentState => (due !== null && due <= now ? 'expired' : state);

const live: ReadonlySet<ConsentState> = new Set(['requested', 'given', 'refused']);

/** A person has one live record for each purpose. */
export const isLiveConsent = (state: ConsentState): boolean => live.has(state);
