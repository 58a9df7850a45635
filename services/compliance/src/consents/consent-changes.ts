import { isDeepStrictEqual } from 'node:util';
import type { ChangeConsentRequest, WithdrawConsentRequest } from '@platform/contracts';
import type { Tx } from '@platform/kit/database';
import { invalid, problem } from '@platform/kit/problem';
import { databaseNow } from '../database-clock.ts';
import { findPurpose } from '../purposes/purposes.ts';
import type { PurposeRow } from '../purposes/purposes.ts';
import { noticesOf, requireVersion } from './consent-grant.ts';
import { consentStateAt } from './consent-state.ts';
import type { ConsentRecord, ConsentTerms, PersonalConsentPart } from './consent-store.ts';
import { expiryOf, timeOfAct } from './consent-times.ts';
import { onChange, onWithdraw } from './consent-transitions.ts';
import { writeConsent } from './consent-writes.ts';

type ConsentWithPerson = ConsentRecord & { personal: PersonalConsentPart };

/** The consent of an erased person is invalidated and cannot change, so the person is known here. */
function withPerson(consent: ConsentRecord): ConsentWithPerson {
  const { personal } = consent;
  if (personal === null)
    throw problem('invalid_state', { detail: 'The data subject has been erased' });
  return { ...consent, personal };
}

async function purposeOf(tx: Tx, { purposeKey }: ConsentRecord): Promise<PurposeRow> {
  const purpose = await findPurpose(tx, purposeKey);
  if (!purpose) throw new Error(`the purpose ${purposeKey} is gone`);
  return purpose;
}

function checkVersion(consent: ConsentRecord, purpose: PurposeRow, version: number): void {
  if (version < consent.version)
    throw invalid('/version', 'invalid_format', `must not be below ${consent.version}`);
  requireVersion(purpose, version);
}

/** Returns the notices of a decision: those that the caller names, else the currently active documents. */
async function changedNotices(
  tx: Tx,
  consent: ConsentRecord,
  body: ChangeConsentRequest,
  language: string,
): Promise<ConsentRecord['notices']> {
  const agrees = body.decision === 'given' || (body.version ?? 0) > consent.version;
  if (body.noticeDocumentIds === undefined && (!agrees || consent.clientId === null))
    return consent.notices;
  return noticesOf(tx, { ...consent, noticeDocumentIds: body.noticeDocumentIds, language });
}

const ofTerms = ({
  version,
  expiresAt,
  notices,
  language,
  consentType,
  personal,
}: ConsentTerms) => ({
  version,
  expiresAt,
  documentIds: notices.map(({ documentId }) => documentId),
  language,
  consentType,
  metadata: personal?.metadata,
});

/**
 * Returns the new expiry. A decision starts a new term, which a past expiry does not limit; other
 * changes keep the expiry.
 */
function changedExpiry(
  consent: ConsentRecord,
  body: ChangeConsentRequest,
  { at, version, validitySeconds }: { at: Date; version: number; validitySeconds: number | null },
): Date | null {
  const begins =
    version > consent.version || (body.decision === 'given' && consent.state !== 'given');
  if (body.expiresAt !== undefined) return expiryOf(body.expiresAt, at, validitySeconds);
  if (!begins) return consent.expiresAt;
  const isOver = consent.expiresAt !== null && consent.expiresAt <= at;
  return validitySeconds === null && !isOver
    ? consent.expiresAt
    : expiryOf(undefined, at, validitySeconds);
}

async function changedTerms(
  tx: Tx,
  consent: ConsentWithPerson,
  body: ChangeConsentRequest,
  at: Date,
): Promise<ConsentTerms & { personal: PersonalConsentPart }> {
  const { content, ...purpose } = await purposeOf(tx, consent);
  const version = body.version ?? consent.version;
  checkVersion(consent, { ...purpose, content }, version);
  const language = body.language ?? consent.language;
  const { personal } = consent;
  const { validitySeconds } = content;
  const isDecision = body.decision !== undefined || version > consent.version;
  return {
    ...consent,
    version,
    language,
    consentType: body.consentType ?? consent.consentType,
    notices: await changedNotices(tx, consent, body, language),
    collectionMethod: body.collectionMethod ?? consent.collectionMethod,
    personal: {
      givenBy: body.givenBy ?? personal.givenBy,
      evidence: body.evidence ?? personal.evidence,
      metadata: body.metadata ?? personal.metadata,
    },
    givenAt: isDecision ? at : consent.givenAt,
    expiresAt: changedExpiry(consent, body, { at, version, validitySeconds }),
  };
}

/** Decides, renews or changes a locked consent. */
export async function changeConsent(
  tx: Tx,
  consent: ConsentRecord,
  body: ChangeConsentRequest,
): Promise<ConsentRecord> {
  const now = await databaseNow(tx);
  const from = consentStateAt(consent, now);
  const asked = { decision: body.decision, isHigherVersion: false, differs: false };
  // An impossible transition is reported before an invalid change.
  onChange(from, asked);
  const before = withPerson(consent);
  const at = timeOfAct(body.changedAt, { now, lastAt: consent.lastAt, pointer: '/changedAt' });
  const terms = await changedTerms(tx, before, body, at);
  const transition = onChange(from, {
    ...asked,
    isHigherVersion: terms.version > consent.version,
    differs: !isDeepStrictEqual(ofTerms(terms), ofTerms(consent)),
  });
  const occasion = { at, now, reason: body.reason };
  const written = await writeConsent(tx, { before, terms, transition, occasion });
  if (!written) throw new Error('a locked consent was not written');
  return written;
}

/** Withdraws a locked consent; a withdrawn one stays unchanged. */
export async function withdrawConsent(
  tx: Tx,
  consent: ConsentRecord,
  body: WithdrawConsentRequest = {},
): Promise<ConsentRecord> {
  const now = await databaseNow(tx);
  const transition = onWithdraw(consentStateAt(consent, now), consent.legalBasis);
  if (!transition) return consent;
  const before = withPerson(consent);
  const at = timeOfAct(body.withdrawnAt, { now, lastAt: consent.lastAt, pointer: '/withdrawnAt' });
  const { personal } = before;
  const terms = {
    ...before,
    withdrawnAt: at,
    collectionMethod: body.collectionMethod ?? consent.collectionMethod,
    personal: {
      ...personal,
      givenBy: body.givenBy ?? personal.givenBy,
      evidence: body.evidence ?? personal.evidence,
    },
  };
  const occasion = { at, now, reason: body.reason };
  const written = await writeConsent(tx, { before, terms, transition, occasion });
  if (!written) throw new Error('a locked consent was not written');
  return written;
}
