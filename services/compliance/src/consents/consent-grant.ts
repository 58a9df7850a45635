import type { ConsentNotice, CreateConsentRequest, GivenBy } from '@platform/contracts';
import type { Tx } from '@platform/kit/database';
import { newId } from '@platform/kit/ids';
import { invalid, problem } from '@platform/kit/problem';
import { databaseNow } from '../database-clock.ts';
import { currentNotices, namedNotices } from '../legal-documents/document-notices.ts';
import { profileLocaleOf } from '../profile/profile.ts';
import { findPurpose, registeredPurpose } from '../purposes/purposes.ts';
import type { PurposeRow } from '../purposes/purposes.ts';
import { closeIfDue } from './consent-expiry.ts';
import { lockLiveConsent, supersedeConsents } from './consent-store.ts';
import type { ConsentRecord, ConsentTerms, PersonalConsentPart } from './consent-store.ts';
import { expiryOf, timeOfAct } from './consent-times.ts';
import { onGrant } from './consent-transitions.ts';
import { writeConsent } from './consent-writes.ts';

export interface GrantRules {
  /** Whether consents can only be given to registered purposes. */
  requiresRegisteredPurpose: boolean;
  /** Whether the person with this id was erased. A `false` holds until the transaction ends. */
  isErased: (tx: Tx, subjectId: string) => Promise<boolean>;
}

/**
 * Checks the person who gives or withdraws a consent for another. Call it before locking a consent:
 * an erasure also takes its lock first.
 * @throws 409 if that person has been erased
 */
export async function requireGiver(
  tx: Tx,
  givenBy: GivenBy | undefined,
  { isErased }: Pick<GrantRules, 'isErased'>,
): Promise<void> {
  if (givenBy && (await isErased(tx, givenBy.id)))
    throw problem('invalid_state', { detail: 'The person in givenBy has been erased' });
}

/** @throws 422 if the purpose has no such version */
export function requireVersion(purpose: PurposeRow, version: number): void {
  if (version > purpose.currentVersion)
    throw invalid(
      '/version',
      'unknown_version',
      `must not be higher than ${purpose.currentVersion}, the version of the purpose`,
    );
}

async function purposeFor(
  tx: Tx,
  { purposeKey, version }: CreateConsentRequest,
  { requiresRegisteredPurpose }: GrantRules,
): Promise<PurposeRow> {
  const purpose = requiresRegisteredPurpose
    ? await findPurpose(tx, purposeKey)
    : await registeredPurpose(tx, { purposeKey, version });
  if (!purpose)
    throw invalid('/purposeKey', 'not_found', 'must be the key of a registered purpose');
  if (purpose.state === 'retired')
    throw problem('invalid_state', { detail: `The purpose ${purposeKey} is retired` });
  requireVersion(purpose, version ?? purpose.currentVersion);
  return purpose;
}

/** Returns the documents that the person was shown: those that the caller names, else the application's active ones. */
export async function noticesOf(
  tx: Tx,
  {
    noticeDocumentIds,
    clientId,
    purposeKey,
    language,
  }: {
    noticeDocumentIds?: string[];
    clientId: string | null;
    purposeKey: string;
    language: string;
  },
): Promise<ConsentNotice[]> {
  if (noticeDocumentIds) return namedNotices(tx, noticeDocumentIds);
  if (clientId === null) return [];
  const defaultLocale = await profileLocaleOf(tx);
  return currentNotices(tx, { clientId, purposeKey, language, defaultLocale });
}

async function termsOf(
  tx: Tx,
  body: CreateConsentRequest,
  purpose: PurposeRow,
  at: Date,
): Promise<ConsentTerms & { personal: PersonalConsentPart }> {
  const { subjectId, purposeKey, decision, evidence, metadata, clientId = null } = body;
  const language = body.language ?? (await profileLocaleOf(tx));
  const { content } = purpose;
  return {
    id: newId('consent'),
    subjectId,
    purposeKey,
    state: decision,
    version: body.version ?? purpose.currentVersion,
    legalBasis: body.legalBasis ?? content.legalBasis,
    consentType: body.consentType,
    clientId,
    language,
    jurisdiction: body.jurisdiction ?? content.jurisdiction,
    notices: await noticesOf(tx, { ...body, clientId, language }),
    collectionMethod: body.collectionMethod,
    personal: { givenBy: body.givenBy ?? { type: 'subject', id: subjectId }, evidence, metadata },
    givenAt: at,
    expiresAt: expiryOf(body.expiresAt, at, content.validitySeconds),
    withdrawnAt: null,
    previousConsentId: null,
  };
}

const alreadyLive = (existing: Pick<ConsentRecord, 'id'> | undefined) =>
  problem('already_exists', {
    detail: 'The data subject already has a consent for this purpose; update it instead',
    members: existing ? { existingId: existing.id } : undefined,
  });

/** Records the decision of a person without a live consent for the purpose. */
export async function grantConsent(
  tx: Tx,
  body: CreateConsentRequest,
  rules: GrantRules,
): Promise<ConsentRecord> {
  const { subjectId, purposeKey } = body;
  if (await rules.isErased(tx, subjectId))
    throw problem('invalid_state', { detail: 'The data subject has been erased' });
  if (body.givenBy?.id !== subjectId) await requireGiver(tx, body.givenBy, rules);
  const purpose = await purposeFor(tx, body, rules);
  const live = await lockLiveConsent(tx, subjectId, purposeKey);
  const now = await databaseNow(tx);
  if (live && !(await closeIfDue(tx, live, now))) throw alreadyLive(live);
  const at = timeOfAct(body.givenAt, { now, pointer: '/givenAt' });
  const terms = await termsOf(tx, body, purpose, at);
  terms.previousConsentId = await supersedeConsents(tx, subjectId, purposeKey);
  const transition = onGrant(body.decision);
  const written = await writeConsent(tx, { terms, transition, occasion: { at, now } });
  if (!written) throw alreadyLive(await lockLiveConsent(tx, subjectId, purposeKey));
  return written;
}
