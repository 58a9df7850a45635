import type { ComplianceProfile, ConsentPurposeContent } from '@platform/contracts';
import type { FixedEntry } from '../consents/consent-history.ts';
import type { ConsentRecord } from '../consents/consents.ts';

interface ReceiptEntry extends FixedEntry {
  givenBy: string;
}

export interface ReceiptParts {
  receiptId: string;
  issuer: string;
  issuedAt: Date;
  consent: ConsentRecord;
  purpose: { version: number; content: ConsentPurposeContent };
  profile: ComplianceProfile;
  /** The whole history, oldest entry first. */
  history: readonly ReceiptEntry[];
}

const schemaVersion = 'ISO/IEC TS 27560:2023';
const europeanProfile = 'https://w3id.org/dpv/schema/dpv-27560#receipt-eu-gdpr';
const controllerId = 'controller';

const secondsBetween = (from: string, to: string | null): number | null =>
  to === null ? null : Math.round((Date.parse(to) - Date.parse(from)) / 1000);

const contactOf = ({ contactEmail, phone, url }: ComplianceProfile): string | null =>
  contactEmail ?? phone ?? url ?? null;

function purposeSection({ consent, profile, purpose: { version, content } }: ReceiptParts) {
  return {
    purpose: content.name,
    purpose_type: content.purposeType,
    purpose_version: version,
    lawful_basis: consent.legalBasis,
    pii_information: content.personalDataCategories.map(({ type, optional, special }) => ({
      pii_type: type,
      pii_optional: optional,
      special_pii_category: special,
    })),
    pii_controllers: [controllerId],
    collection_method: consent.collectionMethod,
    processing_method: content.processingMethods,
    storage_locations: content.storageLocations,
    retention_period: content.retention,
    processing_locations: content.processingLocations,
    services: content.services,
    jurisdiction: consent.jurisdiction,
    recipient_third_parties: content.recipients.map(({ name, role, country }) => ({
      party_name: name,
      party_role: role,
      country,
    })),
    withdrawal_method: content.withdrawalMethod,
    privacy_rights: profile.rightsUrl ?? null,
    authority_party: profile.supervisoryAuthority ?? null,
  };
}

function processingSection(parts: ReceiptParts) {
  const { consent } = parts;
  return {
    privacy_notice: consent.notices.map(({ documentId, version, sha256 }) => ({
      notice_id: documentId,
      notice_version: version,
      sha256,
    })),
    language: consent.language,
    purposes: [purposeSection(parts)],
  };
}

const controller = (profile: ComplianceProfile) => ({
  party_id: controllerId,
  party_name: profile.controllerName ?? null,
  party_address: profile.controllerAddress ?? null,
  party_email: profile.contactEmail ?? null,
  party_phone: profile.phone ?? null,
  party_url: profile.url ?? null,
  party_contact: profile.dpoContact ?? contactOf(profile),
  party_role: 'controller',
  party_type: 'organization',
});

const eventOf = (entry: ReceiptEntry) => ({
  event_time: entry.at,
  validity_duration: secondsBetween(entry.at, entry.expiresAt),
  entity_id: entry.givenBy,
  event_type: entry.consentType,
  event_state: entry.state,
});

/**
 * Returns the payload of a receipt, with the names of ISO/IEC TS 27560. Without sub, scope and exp,
 * it can never pass as a token.
 */
export function receiptPayload(parts: ReceiptParts) {
  const { consent, history, receiptId, issuedAt, issuer, profile } = parts;
  return {
    iss: issuer,
    iat: Math.floor(issuedAt.getTime() / 1000),
    jti: receiptId,
    aud: 'urn:platform:consent-receipt',
    metadata: {
      schema_version: schemaVersion,
      receipt_id: receiptId,
      record_id: consent.id,
      pii_principal_id: consent.subjectId,
    },
    pii_processing: processingSection(parts),
    party_identification: [controller(profile)],
    event: history.map(eventOf),
    integrity: { history_hash: consent.lastHash },
  };
}

export type ReceiptPayload = ReturnType<typeof receiptPayload>;

const isMissing = (value: unknown): boolean =>
  value === null || value === '' || (Array.isArray(value) && value.length === 0);

const required = {
  party_identification: ['party_name', 'party_address', 'party_contact'],
  pii_processing: ['privacy_notice', 'language'],
  purposes: [
    'purpose',
    'lawful_basis',
    'pii_information',
    'collection_method',
    'processing_method',
    'storage_locations',
    'retention_period',
    'processing_locations',
    'jurisdiction',
    'withdrawal_method',
    'privacy_rights',
    'authority_party',
  ],
} as const;

/** Returns the fields that ISO/IEC TS 27560 requires and the receipt lacks, as paths. */
export function missingFields(payload: ReceiptPayload): string[] {
  const [party] = payload.party_identification;
  const [purpose] = payload.pii_processing.purposes;
  const lacking = (
    at: string,
    part: Record<string, unknown> | undefined,
    names: readonly string[],
  ): string[] => names.filter((name) => isMissing(part?.[name])).map((name) => `${at}.${name}`);
  return [
    ...lacking('pii_processing', payload.pii_processing, required.pii_processing),
    ...lacking('pii_processing.purposes.0', purpose, required.purposes),
    ...lacking('party_identification.0', party, required.party_identification),
  ];
}

/** Returns the standards that a receipt conforms to: none if fields are missing. */
export const conformsTo = (missing: readonly string[]): string[] =>
  missing.length === 0 ? [schemaVersion, europeanProfile] : [];
