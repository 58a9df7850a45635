import { z } from 'zod';
import { ActorSchema, listOf } from '../common/list.ts';
import { time } from '../common/text.ts';
import { LegalBasis } from './consent-purpose.ts';
import {
  CollectionMethod,
  ConsentEvidence,
  ConsentMetadata,
  ConsentType,
  GivenBy,
} from './consent-requests.ts';

/** States of a consent (DPV 2). */
export const ConsentState = z.enum([
  'requested',
  'given',
  'refused',
  'withdrawn',
  'expired',
  'invalidated',
]);
export type ConsentState = z.infer<typeof ConsentState>;

/** The change that an entry of the history records. */
export const ConsentHistoryChange = z.enum([
  'requested',
  'given',
  'refused',
  'renewed',
  'changed',
  'reaffirmed',
  'withdrawn',
  'expired',
  'invalidated',
]);
export type ConsentHistoryChange = z.infer<typeof ConsentHistoryChange>;

/** Why a data subject has to agree again. */
export const ReconsentReason = z.enum(['purpose_version', 'document_version', 'expired']);
export type ReconsentReason = z.infer<typeof ReconsentReason>;

/** A legal document as the data subject saw it. */
export const ConsentNotice = z.object({
  documentId: z.string(),
  clientId: z.string(),
  docType: z.string(),
  version: z.int(),
  locale: z.string(),
  sha256: z.string(),
});
export type ConsentNotice = z.infer<typeof ConsentNotice>;

const ConsentHistoryEntry = z
  .object({
    id: z.string(),
    seq: z.int(),
    change: ConsentHistoryChange,
    state: ConsentState,
    version: z.int(),
    at: time.describe('When the data subject made the decision.'),
    recordedAt: time,
    actor: ActorSchema.nullable().describe('Null after the data subject has been erased.'),
    reason: z.string().nullable(),
    hash: z.string().describe("Hash of this entry and of the previous entry's hash."),
  })
  .meta({ id: 'ConsentHistoryEntry' });

const fields = {
  id: z.string(),
  subjectId: z.string(),
  purposeKey: z.string(),
  purposeName: z.string(),
  state: ConsentState,
  version: z.int(),
  legalBasis: LegalBasis,
  consentType: ConsentType,
  clientId: z.string().nullable(),
  language: z.string(),
  jurisdiction: z.string().nullable(),
  noticeDocumentIds: z.array(z.string()),
  notices: z.array(ConsentNotice),
  collectionMethod: CollectionMethod,
  givenBy: GivenBy.nullable(),
  givenAt: time,
  expiresAt: time.nullable(),
  withdrawnAt: time.nullable(),
  metadata: ConsentMetadata,
  needsReconsent: z.boolean(),
  reconsentReasons: z.array(ReconsentReason),
  previousConsentId: z.string().nullable(),
  historyCount: z.int(),
  createdAt: time,
  updatedAt: time,
};

/** A consent as lists and events show it. */
export const ConsentSummary = z.object(fields).meta({ id: 'ConsentSummary' });
export type ConsentSummary = z.input<typeof ConsentSummary>;

/** A consent with its evidence and its history. */
export const Consent = z
  .object({
    ...fields,
    evidence: ConsentEvidence,
    history: z.array(ConsentHistoryEntry).describe('At most 100 entries, newest first.'),
    historyTruncated: z.boolean(),
  })
  .meta({ id: 'Consent' });
export type Consent = z.input<typeof Consent>;

/** A page of consents. */
export const ListConsentsResponse = listOf(ConsentSummary);

/** Why a check allows or denies. */
export const ConsentCheckReason = z.enum([
  'given',
  'not_given',
  'requested',
  'refused',
  'withdrawn',
  'expired',
  'version_outdated',
  'document_outdated',
  'purpose_retired',
  'invalidated',
]);
export type ConsentCheckReason = z.infer<typeof ConsentCheckReason>;

/** Whether data may be processed for a purpose now. */
export const ConsentCheck = z
  .object({
    subjectId: z.string(),
    purposeKey: z.string(),
    allowed: z.boolean(),
    reason: ConsentCheckReason,
    state: ConsentState.nullable(),
    consentId: z.string().nullable(),
    version: z.int().nullable().describe('The version that the data subject agreed to.'),
    requiredVersion: z.int().nullable(),
    legalBasis: LegalBasis.nullable(),
    needsReconsent: z.boolean(),
    givenAt: time.nullable(),
    expiresAt: time.nullable(),
    checkedAt: time,
  })
  .meta({ id: 'ConsentCheck' });
export type ConsentCheck = z.input<typeof ConsentCheck>;
