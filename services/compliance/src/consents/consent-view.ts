import type { Consent, ConsentSummary } from '@platform/contracts';
import type { Tx } from '@platform/kit/database';
import { consentStateAt } from './consent-state.ts';
import type { ConsentRecord } from './consent-store.ts';
import { listRecentHistory } from './history-store.ts';
import type { HistoryRow } from './history-store.ts';
import { reconsentReasons } from './reconsent.ts';
import { requirementsOf } from './requirements.ts';
import type { Requirements } from './requirements.ts';

const maxHistory = 100;

/** Returns a consent as in lists and events. */
export function consentSummary(consent: ConsentRecord, requirements: Requirements): ConsentSummary {
  const reasons = reconsentReasons(consent, requirements);
  return {
    id: consent.id,
    subjectId: consent.subjectId,
    purposeKey: consent.purposeKey,
    purposeName: requirements.purposes.get(consent.purposeKey)?.content.name ?? consent.purposeKey,
    state: consentStateAt(consent, requirements.now),
    version: consent.version,
    legalBasis: consent.legalBasis,
    consentType: consent.consentType,
    clientId: consent.clientId,
    language: consent.language,
    jurisdiction: consent.jurisdiction,
    noticeDocumentIds: consent.notices.map(({ documentId }) => documentId),
    notices: consent.notices,
    collectionMethod: consent.collectionMethod,
    givenBy: consent.personal?.givenBy ?? null,
    givenAt: consent.givenAt.toISOString(),
    expiresAt: consent.expiresAt?.toISOString() ?? null,
    withdrawnAt: consent.withdrawnAt?.toISOString() ?? null,
    metadata: consent.personal?.metadata ?? {},
    needsReconsent: reasons.length > 0,
    reconsentReasons: reasons,
    previousConsentId: consent.previousConsentId,
    historyCount: consent.historyCount,
    createdAt: consent.createdAt.toISOString(),
    updatedAt: consent.updatedAt.toISOString(),
  };
}

const historyEntry = ({ id, entry, personal, hash }: HistoryRow): Consent['history'][number] => ({
  id,
  seq: entry.seq,
  change: entry.change,
  state: entry.state,
  version: entry.version,
  at: entry.at,
  recordedAt: entry.recordedAt,
  actor: personal?.actor ?? null,
  reason: personal?.reason ?? null,
  hash,
});

/** Returns a consent with its evidence and history. */
export async function consentResource(tx: Tx, consent: ConsentRecord): Promise<Consent> {
  const history = await listRecentHistory(tx, consent.id, maxHistory);
  return {
    ...consentSummary(consent, await requirementsOf(tx, [consent])),
    evidence: consent.personal?.evidence ?? {},
    history: history.map(historyEntry),
    historyTruncated: consent.historyCount > history.length,
  };
}
