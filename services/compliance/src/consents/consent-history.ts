import { createHash } from 'node:crypto';
import type { Actor, ConsentHistoryChange } from '@platform/contracts';
import { canonicalJson } from '@platform/kit/formats';
import type { ConsentTerms, PersonalConsentPart } from './consent-store.ts';

/** The permanent part of an entry, which names nobody. */
export interface FixedEntry {
  consentId: string;
  seq: number;
  change: ConsentHistoryChange;
  state: ConsentTerms['state'];
  purposeKey: string;
  version: number;
  legalBasis: string;
  consentType: string;
  collectionMethod: string;
  clientId: string | null;
  language: string;
  jurisdiction: string | null;
  notices: { documentId: string; sha256: string }[];
  expiresAt: string | null;
  at: string;
  recordedAt: string;
}

/** The part of an entry that names the person or the actor. */
export interface PersonalEntry extends PersonalConsentPart {
  subjectId: string;
  actor: Actor;
  reason: string | null;
}

export interface HistoryEntry {
  entry: FixedEntry;
  personal: PersonalEntry | null;
  salt: Buffer | null;
  /** Represents the personal part in the chain; reveals nothing without the salt. */
  commitment: string;
  previousHash: string | null;
  hash: string;
}

/** SHA-256(salt ‖ RFC 8785 JSON), in hexadecimal. */
const commitmentOf = (personal: PersonalEntry, salt: Buffer): string =>
  createHash('sha256').update(salt).update(canonicalJson(personal)).digest('hex');

/** SHA-256(RFC 8785 JSON of the entry ‖ hash of the previous entry), in hexadecimal. */
const hashOf = (entry: FixedEntry, commitment: string, previousHash: string | null): string =>
  createHash('sha256')
    .update(canonicalJson({ ...entry, personal: commitment }))
    .update(previousHash ?? '')
    .digest('hex');

/** An action on a consent. */
export interface Act {
  change: ConsentHistoryChange;
  actor: Actor;
  reason: string | null;
  at: Date;
  recordedAt: Date;
}

/** Returns the entry that follows the last one of a consent. */
export function nextEntry(
  terms: ConsentTerms & { personal: PersonalConsentPart },
  act: Act,
  { seq, previousHash, salt }: { seq: number; previousHash: string | null; salt: Buffer },
): HistoryEntry {
  const entry: FixedEntry = {
    consentId: terms.id,
    seq,
    change: act.change,
    state: terms.state,
    purposeKey: terms.purposeKey,
    version: terms.version,
    legalBasis: terms.legalBasis,
    consentType: terms.consentType,
    collectionMethod: terms.collectionMethod,
    clientId: terms.clientId,
    language: terms.language,
    jurisdiction: terms.jurisdiction,
    notices: terms.notices.map(({ documentId, sha256 }) => ({ documentId, sha256 })),
    expiresAt: terms.expiresAt?.toISOString() ?? null,
    at: act.at.toISOString(),
    recordedAt: act.recordedAt.toISOString(),
  };
  const { subjectId } = terms;
  const personal = { subjectId, actor: act.actor, reason: act.reason, ...terms.personal };
  const commitment = commitmentOf(personal, salt);
  const hash = hashOf(entry, commitment, previousHash);
  return { entry, personal, salt, commitment, previousHash, hash };
}

/** Whether these are the unbroken history of a consent, oldest entry first. Personal parts may be erased. */
export const isUnbroken = (entries: readonly HistoryEntry[]): boolean =>
  entries.every(({ entry, personal, salt, commitment, previousHash, hash }, index) => {
    const isBound =
      personal === null || salt === null || commitmentOf(personal, salt) === commitment;
    return (
      isBound &&
      entry.seq === index + 1 &&
      previousHash === (entries[index - 1]?.hash ?? null) &&
      hash === hashOf(entry, commitment, previousHash)
    );
  });
