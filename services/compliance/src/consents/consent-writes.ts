import { randomBytes } from 'node:crypto';
import type { Tx } from '@platform/kit/database';
import { nextEntry } from './consent-history.ts';
import { dueAt } from './consent-state.ts';
import { insertConsent, insertNotices, updateConsent } from './consent-store.ts';
import type { ConsentRecord, ConsentTerms, PersonalConsentPart } from './consent-store.ts';
import type { ConsentTransition } from './consent-transitions.ts';
import { consentSummary } from './consent-view.ts';
import { insertHistoryEntry } from './history-store.ts';
import { requirementsOf } from './requirements.ts';

/** The time and the reason of an action. */
export interface Occasion {
  at: Date;
  now: Date;
  reason?: string;
}

/** A consent and its terms after an action. */
export interface ConsentWrite {
  /** Undefined for a new record. */
  before?: ConsentRecord;
  terms: ConsentTerms & { personal: PersonalConsentPart };
  transition: ConsentTransition;
  occasion: Occasion;
}

function entryOf(tx: Tx, { before, terms, transition, occasion }: ConsentWrite) {
  const { at, now, reason = null } = occasion;
  const { actor } = tx.context;
  const act = { change: transition.change, actor, reason, at, recordedAt: now };
  const seq = (before?.historyCount ?? 0) + 1;
  const previousHash = before?.lastHash ?? null;
  return nextEntry({ ...terms, state: transition.to }, act, {
    seq,
    previousHash,
    salt: randomBytes(32),
  });
}

/** Publishes an event about a consent, without evidence and history. */
export async function publishConsent(
  tx: Tx,
  event: ConsentTransition['event'],
  consent: ConsentRecord,
  more: Record<string, unknown> = {},
): Promise<void> {
  const summary = consentSummary(consent, await requirementsOf(tx, [consent]));
  await tx.publish({
    type: event,
    subject: { type: 'user', id: consent.subjectId },
    data: { consent: summary, ...more },
  });
}

/**
 * Writes a consent, its history entry and its event. Returns undefined if the consent is new and
 * the person already has a live record for the purpose.
 */
export async function writeConsent(
  tx: Tx,
  write: ConsentWrite,
): Promise<ConsentRecord | undefined> {
  const { before, terms, transition, occasion } = write;
  const entry = entryOf(tx, write);
  const state = transition.to;
  const consent: ConsentRecord = {
    ...terms,
    state,
    dueAt: dueAt({ ...terms, state }, occasion.now),
    isSuperseded: before?.isSuperseded ?? false,
    historyCount: entry.entry.seq,
    lastAt: occasion.at,
    lastHash: entry.hash,
    createdAt: before?.createdAt ?? occasion.now,
    updatedAt: occasion.now,
  };
  if (before) await updateConsent(tx, consent);
  else if (!(await insertConsent(tx, consent))) return undefined;
  await insertHistoryEntry(tx, entry);
  const documentIds = consent.notices.map(({ documentId }) => documentId);
  if (documentIds.length > 0) await insertNotices(tx, consent.id, documentIds);
  await publishConsent(tx, transition.event, consent);
  return consent;
}
