import type { ConsentCheck, ConsentCheckReason } from '@platform/contracts';
import type { Tx } from '@platform/kit/database';
import { consentStateAt } from './consent-state.ts';
import { listLatestConsents } from './consent-store.ts';
import type { ConsentRecord } from './consent-store.ts';
import { outdatedBy, reconsentReasons } from './reconsent.ts';
import { requirementsOf } from './requirements.ts';
import type { Requirements } from './requirements.ts';

/** The purpose to check. */
export interface ConsentCheckQuestion {
  purposeKey: string;
  /** The lowest sufficient version; undefined: the one that the purpose requires. */
  version?: number;
}

/** Returns whether a consent allows processing, as a reason. */
function checkReason(
  consent: ConsentRecord | undefined,
  { purposeKey, version }: ConsentCheckQuestion,
  requirements: Requirements,
): ConsentCheckReason {
  if (!consent) return 'not_given';
  const state = consentStateAt(consent, requirements.now);
  if (state !== 'given') return state;
  if (requirements.purposes.get(purposeKey)?.state === 'retired') return 'purpose_retired';
  if (version !== undefined) return consent.version >= version ? 'given' : 'version_outdated';
  return outdatedBy(consent, requirements) ?? 'given';
}

function checkResult(
  subjectId: string,
  consent: ConsentRecord | undefined,
  question: ConsentCheckQuestion,
  requirements: Requirements,
): ConsentCheck {
  const reason = checkReason(consent, question, requirements);
  const purpose = requirements.purposes.get(question.purposeKey);
  return {
    subjectId,
    purposeKey: question.purposeKey,
    allowed: reason === 'given',
    reason,
    state: consent ? consentStateAt(consent, requirements.now) : null,
    consentId: consent?.id ?? null,
    version: consent?.version ?? null,
    requiredVersion: question.version ?? purpose?.effectiveMinVersion ?? null,
    legalBasis: consent?.legalBasis ?? null,
    needsReconsent: consent ? reconsentReasons(consent, requirements).length > 0 : false,
    givenAt: consent?.givenAt.toISOString() ?? null,
    expiresAt: consent?.expiresAt?.toISOString() ?? null,
    checkedAt: requirements.now.toISOString(),
  };
}

/** Checks the consents of a person, in the order of the questions. An unknown person or purpose is `not_given`. */
export async function checkConsents(
  tx: Tx,
  subjectId: string,
  questions: readonly ConsentCheckQuestion[],
): Promise<ConsentCheck[]> {
  const keys = [...new Set(questions.map(({ purposeKey }) => purposeKey))];
  const consents = await listLatestConsents(tx, subjectId, keys);
  const requirements = await requirementsOf(tx, consents, keys);
  return questions.map((question) =>
    checkResult(
      subjectId,
      consents.find(({ purposeKey }) => purposeKey === question.purposeKey),
      question,
      requirements,
    ),
  );
}
