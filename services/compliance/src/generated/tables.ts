// Generated from schema.snapshot.txt by `npm run generate:tables`. Do not edit.
import type { Generated, GeneratedAlways, GeneratedJson, Json } from '@platform/kit/database';
import { serviceTables } from '@platform/kit/database';

/** The tables of compliance, as its migrations leave them. */
export interface ComplianceTables {
  accessParts: {
    tenantId: string;
    requestId: string;
    peer: string;
    status: 'pending' | 'ok' | 'empty' | 'failed' | 'disabled';
    attempts: Generated<number>;
    bytes: number | null;
    sha256: string | null;
    error: string | null;
    fetchedAt: Date | null;
  };
  accessRequests: {
    tenantId: string;
    id: string;
    state: 'PENDING' | 'RUNNING' | 'COMPLETED' | 'PARTIAL' | 'FAILED' | 'CANCELLED' | 'EXPIRED';
    kind: string;
    subjectType: string;
    subjectHash: string;
    subjectId: string | null;
    requestedBy: string;
    regulation: string;
    identityVerification: string;
    externalReference: string | null;
    note: string | null;
    receivedAt: Date;
    dueAt: Date;
    storeLocation: string | null;
    bundleBytes: number | null;
    bundleSha256: string | null;
    bundleGeneratedAt: Date | null;
    bundleExpiresAt: Date | null;
    downloads: Generated<number>;
    hasObjects: Generated<boolean>;
    createdAt: Generated<Date>;
    updatedAt: Generated<Date>;
    objectRound: Generated<number>;
  };
  auditCheckpoints: {
    tenantId: string;
    seq: number;
    hash: string;
    previousSeq: number | null;
    at: Date;
    jws: string;
    kid: string;
  };
  auditErasedPeople: {
    tenantId: string;
    personHash: string;
    erasedAt: Generated<Date>;
  };
  auditExportParts: {
    tenantId: string;
    exportId: string;
    part: number;
    name: string;
    kind: 'records' | 'chain' | 'checkpoints' | 'manifest';
    records: number;
    bytes: number;
    sha256: string;
    firstSeq: number;
    lastSeq: number;
  };
  auditExports: {
    tenantId: string;
    id: string;
    state: Generated<'PENDING' | 'RUNNING' | 'COMPLETED' | 'FAILED' | 'CANCELLED' | 'EXPIRED'>;
    request: Json;
    location: string;
    maxSeq: number;
    scannedSeq: number;
    records: Generated<number>;
    manifestSha256: string | null;
    error: Json | null;
    expiresAt: Date | null;
    isEmpty: Generated<boolean>;
    createdAt: Generated<Date>;
    updatedAt: Generated<Date>;
    alteredSeqs: Generated<number[]>;
  };
  auditHeads: {
    tenantId: string;
    lastSeq: Generated<number>;
    lastHash: string;
    lastRecordedAt: Generated<Date>;
    sealedSeq: Generated<number>;
    trimmedSeq: Generated<number>;
    trimmedHash: string | null;
    sealDueAt: Date | null;
  };
  auditPersonal: {
    tenantId: string;
    seq: number;
    recordedAt: Date;
    actor: Json | null;
    actorSalt: string | null;
    subject: Json | null;
    subjectSalt: string | null;
    details: Json | null;
    detailsSalt: string | null;
  };
  auditRecords: {
    tenantId: string;
    seq: number;
    recordedAt: Date;
    id: string;
    occurredAt: Date;
    operationId: string;
    outcome: string;
    actorId: string;
    clientId: string | null;
    subjectId: string;
    organizationId: string | null;
    fixed: string;
    recordHash: string;
    hash: string;
  };
  auditSeen: {
    tenantId: string;
    recordId: string;
    seenAt: Generated<Date>;
    seq: number | null;
  };
  auditVerifications: {
    tenantId: string;
    id: string;
    state: Generated<'PENDING' | 'RUNNING' | 'COMPLETED' | 'FAILED'>;
    fromSeq: number;
    toSeq: number;
    verifiedSeq: number;
    sealedSeq: number | null;
    checkpoints: Generated<number>;
    finding: Json | null;
    error: Json | null;
    createdAt: Generated<Date>;
    updatedAt: Generated<Date>;
  };
  complianceProfiles: {
    tenantId: string;
    content: Json;
    createdAt: Generated<Date>;
    updatedAt: Generated<Date>;
  };
  consentHistory: {
    tenantId: string;
    consentId: string;
    seq: number;
    id: string;
    entry: Json;
    personal: Json | null;
    salt: Buffer | null;
    commitment: string;
    previousHash: string | null;
    hash: string;
    recordedAt: Date;
  };
  consentNotices: {
    tenantId: string;
    documentId: string;
    consentId: string;
  };
  consentParticipants: {
    tenantId: string;
    personId: string;
    consentId: string;
  };
  consentPurposeVersions: {
    tenantId: string;
    purposeKey: string;
    version: number;
    content: Json;
    translations: Json;
    requiresReconsent: boolean;
    effectiveAt: Date;
    createdAt: Generated<Date>;
  };
  consentPurposes: {
    tenantId: string;
    purposeKey: string;
    state: 'active' | 'retired';
    source: 'declared' | 'implicit';
    version: number;
    minVersion: number;
    createdAt: Generated<Date>;
    updatedAt: Generated<Date>;
  };
  consentReceipts: {
    tenantId: string;
    consentId: string;
    seq: number;
    id: string;
    jws: string;
    kid: string;
    conformsTo: string[];
    missingFields: string[];
    issuedAt: Date;
  };
  consents: {
    tenantId: string;
    id: string;
    subjectId: string;
    purposeKey: string;
    state: 'requested' | 'given' | 'refused' | 'withdrawn' | 'expired' | 'invalidated';
    version: number;
    legalBasis: string;
    consentType: string;
    clientId: string | null;
    language: string;
    jurisdiction: string | null;
    notices: Json;
    collectionMethod: string;
    personal: Json | null;
    givenAt: Date;
    expiresAt: Date | null;
    dueAt: Date | null;
    withdrawnAt: Date | null;
    previousConsentId: string | null;
    isSuperseded: Generated<boolean>;
    historyCount: number;
    lastAt: Date;
    lastHash: string;
    createdAt: Generated<Date>;
    updatedAt: Generated<Date>;
  };
  consumedEvent: {
    tenantId: string;
    purpose: string;
    eventId: string;
    consumedAt: Generated<Date>;
  };
  erasureHolds: {
    tenantId: string;
    id: string;
    requestId: string;
    state: 'active' | 'lifted' | 'expired';
    source: 'api' | 'veto' | 'service';
    sourceId: Generated<string>;
    reasonCode: string;
    reason: string;
    externalReference: string | null;
    raisedBy: Json;
    raisedAt: Date;
    expiresAt: Date | null;
    liftedBy: Json | null;
    liftedAt: Date | null;
    isOverridden: Generated<boolean>;
  };
  erasureIdentifiers: {
    tenantId: string;
    identifierHash: string;
    requestId: string;
  };
  erasureRequests: {
    tenantId: string;
    id: string;
    state: 'RECEIVED' | 'DEACTIVATING' | 'DEACTIVATED' | 'HELD' | 'DEFERRED' | 'ERASING' | 'COMPLETED' | 'CANCELLING' | 'CANCELLED';
    subjectType: string;
    subjectHash: string;
    userId: string | null;
    identifiersSealed: string | null;
    sealKeyId: GeneratedAlways<string | null>;
    reason: string;
    requestedBy: string;
    regulation: string;
    identityVerification: string;
    externalReference: string | null;
    note: string | null;
    receivedAt: Date;
    dueAt: Date;
    deactivatedAt: Date | null;
    graceEndsAt: Date | null;
    erasureStartedAt: Date | null;
    completedAt: Date | null;
    cancelledAt: Date | null;
    heldSince: Date | null;
    deferredAt: Date | null;
    reminders: Generated<number>;
    isStalled: Generated<boolean>;
    certificate: Json | null;
    certificateJws: string | null;
    certificateKid: string | null;
    createdAt: Generated<Date>;
    updatedAt: Generated<Date>;
    driver: string | null;
    isNudged: Generated<boolean>;
    drives: Generated<number>;
  };
  erasureTasks: {
    tenantId: string;
    requestId: string;
    phase: 'deactivate' | 'erase' | 'reactivate';
    peer: string;
    outcome: Generated<'PENDING' | 'DONE' | 'NOTHING_FOUND' | 'BLOCKED' | 'FAILED'>;
    attempts: Generated<number>;
    lastError: string | null;
    items: GeneratedJson;
    completedAt: Date | null;
  };
  erasureVetoClients: {
    tenantId: string;
    id: string;
    name: string;
    url: string;
    onTimeout: 'hold' | 'allow';
    secretSealed: string;
    secretLast4: string;
    sealKeyId: GeneratedAlways<string | null>;
    createdAt: Generated<Date>;
  };
  legalDocuments: {
    tenantId: string;
    id: string;
    clientId: string;
    docType: string;
    locale: string;
    version: number;
    versionLabel: string | null;
    title: string;
    content: string | null;
    contentUrl: string | null;
    contentBytes: number | null;
    sha256: string;
    changeSummary: string | null;
    requiresReconsent: boolean;
    effectiveAt: Date | null;
    purposeKeys: string[];
    state: Generated<'draft' | 'active' | 'retired'>;
    activatedAt: Date | null;
    activatedBy: Json | null;
    retiredAt: Date | null;
    createdAt: Generated<Date>;
    updatedAt: Generated<Date>;
  };
  legalFloors: {
    tenantId: string;
    clientId: string;
    docType: string;
    locale: string;
    version: number;
    effectiveAt: Date;
  };
  legalSlots: {
    tenantId: string;
    clientId: string;
    docType: string;
    locale: string;
    activatedVersion: number | null;
  };
  ssfReceivers: {
    tenantId: string;
    id: string;
    name: string;
    description: string | null;
    clientId: string | null;
    audience: string[];
    method: 'push' | 'poll';
    endpointUrl: string | null;
    authorizationHeader: string | null;
    sealKeyId: GeneratedAlways<string | null>;
    eventsRequested: string[] | null;
    subjectFormat: 'iss_sub' | 'email' | 'complex';
    organizationIds: string[] | null;
    status: 'enabled' | 'paused' | 'disabled';
    statusReason: string | null;
    statusChangedBy: 'administrator' | 'receiver' | 'platform';
    statusChangedAt: Generated<Date>;
    verificationState: 'unverified' | 'verified' | 'failed';
    verificationRequestedAt: Date | null;
    verifiedAt: Date | null;
    verificationError: string | null;
    lastSeq: Generated<number>;
    pendingCount: Generated<number>;
    consecutiveFailures: Generated<number>;
    lastError: string | null;
    lastDeliveredAt: Date | null;
    lastPolledAt: Date | null;
    dueAt: Date | null;
    leasedUntil: Date | null;
    epoch: Generated<number>;
    version: Generated<number>;
    createdAt: Generated<Date>;
    updatedAt: Generated<Date>;
    verificationAskedAt: Date | null;
    lastManagedAt: Date | null;
  };
  ssfRemovedSubjects: {
    tenantId: string;
    receiverId: string;
    subjectId: string;
    createdAt: Generated<Date>;
  };
  ssfTokens: {
    tenantId: string;
    receiverId: string;
    seq: number;
    jti: string;
    txn: string | null;
    eventType: string;
    rank: number;
    state: 'withheld' | 'pending' | 'delivered' | 'rejected' | 'expired' | 'discarded';
    subjectId: string | null;
    claims: Json | null;
    jws: string | null;
    kid: string | null;
    attempts: Generated<number>;
    lastAttemptAt: Date | null;
    responseStatus: number | null;
    error: string | null;
    createdAt: Generated<Date>;
    endedAt: Date | null;
  };
  tenantImport: {
    tenantId: string;
    archiveId: string;
    startedAt: Generated<Date>;
    completedAt: Date | null;
    head: Generated<string>;
    lines: Generated<number>;
    mac: Generated<Buffer>;
    rows: GeneratedJson;
  };
}

/** Typed access to the tables of compliance. */
export const compliance = serviceTables<ComplianceTables>({
  accessParts: { all: ['tenantId', 'requestId', 'peer', 'status', 'attempts', 'bytes', 'sha256', 'error', 'fetchedAt'], json: [] },
  accessRequests: { all: ['tenantId', 'id', 'state', 'kind', 'subjectType', 'subjectHash', 'subjectId', 'requestedBy', 'regulation', 'identityVerification', 'externalReference', 'note', 'receivedAt', 'dueAt', 'storeLocation', 'bundleBytes', 'bundleSha256', 'bundleGeneratedAt', 'bundleExpiresAt', 'downloads', 'hasObjects', 'createdAt', 'updatedAt', 'objectRound'], json: [] },
  auditCheckpoints: { all: ['tenantId', 'seq', 'hash', 'previousSeq', 'at', 'jws', 'kid'], json: [] },
  auditErasedPeople: { all: ['tenantId', 'personHash', 'erasedAt'], json: [] },
  auditExportParts: { all: ['tenantId', 'exportId', 'part', 'name', 'kind', 'records', 'bytes', 'sha256', 'firstSeq', 'lastSeq'], json: [] },
  auditExports: { all: ['tenantId', 'id', 'state', 'request', 'location', 'maxSeq', 'scannedSeq', 'records', 'manifestSha256', 'error', 'expiresAt', 'isEmpty', 'createdAt', 'updatedAt', 'alteredSeqs'], json: ['request', 'error'] },
  auditHeads: { all: ['tenantId', 'lastSeq', 'lastHash', 'lastRecordedAt', 'sealedSeq', 'trimmedSeq', 'trimmedHash', 'sealDueAt'], json: [] },
  auditPersonal: { all: ['tenantId', 'seq', 'recordedAt', 'actor', 'actorSalt', 'subject', 'subjectSalt', 'details', 'detailsSalt'], json: ['actor', 'subject', 'details'] },
  auditRecords: { all: ['tenantId', 'seq', 'recordedAt', 'id', 'occurredAt', 'operationId', 'outcome', 'actorId', 'clientId', 'subjectId', 'organizationId', 'fixed', 'recordHash', 'hash'], json: [] },
  auditSeen: { all: ['tenantId', 'recordId', 'seenAt', 'seq'], json: [] },
  auditVerifications: { all: ['tenantId', 'id', 'state', 'fromSeq', 'toSeq', 'verifiedSeq', 'sealedSeq', 'checkpoints', 'finding', 'error', 'createdAt', 'updatedAt'], json: ['finding', 'error'] },
  complianceProfiles: { all: ['tenantId', 'content', 'createdAt', 'updatedAt'], json: ['content'] },
  consentHistory: { all: ['tenantId', 'consentId', 'seq', 'id', 'entry', 'personal', 'salt', 'commitment', 'previousHash', 'hash', 'recordedAt'], json: ['entry', 'personal'] },
  consentNotices: { all: ['tenantId', 'documentId', 'consentId'], json: [] },
  consentParticipants: { all: ['tenantId', 'personId', 'consentId'], json: [] },
  consentPurposeVersions: { all: ['tenantId', 'purposeKey', 'version', 'content', 'translations', 'requiresReconsent', 'effectiveAt', 'createdAt'], json: ['content', 'translations'] },
  consentPurposes: { all: ['tenantId', 'purposeKey', 'state', 'source', 'version', 'minVersion', 'createdAt', 'updatedAt'], json: [] },
  consentReceipts: { all: ['tenantId', 'consentId', 'seq', 'id', 'jws', 'kid', 'conformsTo', 'missingFields', 'issuedAt'], json: [] },
  consents: { all: ['tenantId', 'id', 'subjectId', 'purposeKey', 'state', 'version', 'legalBasis', 'consentType', 'clientId', 'language', 'jurisdiction', 'notices', 'collectionMethod', 'personal', 'givenAt', 'expiresAt', 'dueAt', 'withdrawnAt', 'previousConsentId', 'isSuperseded', 'historyCount', 'lastAt', 'lastHash', 'createdAt', 'updatedAt'], json: ['notices', 'personal'] },
  consumedEvent: { all: ['tenantId', 'purpose', 'eventId', 'consumedAt'], json: [] },
  erasureHolds: { all: ['tenantId', 'id', 'requestId', 'state', 'source', 'sourceId', 'reasonCode', 'reason', 'externalReference', 'raisedBy', 'raisedAt', 'expiresAt', 'liftedBy', 'liftedAt', 'isOverridden'], json: ['raisedBy', 'liftedBy'] },
  erasureIdentifiers: { all: ['tenantId', 'identifierHash', 'requestId'], json: [] },
  erasureRequests: { all: ['tenantId', 'id', 'state', 'subjectType', 'subjectHash', 'userId', 'identifiersSealed', 'reason', 'requestedBy', 'regulation', 'identityVerification', 'externalReference', 'note', 'receivedAt', 'dueAt', 'deactivatedAt', 'graceEndsAt', 'erasureStartedAt', 'completedAt', 'cancelledAt', 'heldSince', 'deferredAt', 'reminders', 'isStalled', 'certificate', 'certificateJws', 'certificateKid', 'createdAt', 'updatedAt', 'driver', 'isNudged', 'drives'], json: ['certificate'] },
  erasureTasks: { all: ['tenantId', 'requestId', 'phase', 'peer', 'outcome', 'attempts', 'lastError', 'items', 'completedAt'], json: ['items'] },
  erasureVetoClients: { all: ['tenantId', 'id', 'name', 'url', 'onTimeout', 'secretSealed', 'secretLast4', 'createdAt'], json: [] },
  legalDocuments: { all: ['tenantId', 'id', 'clientId', 'docType', 'locale', 'version', 'versionLabel', 'title', 'content', 'contentUrl', 'contentBytes', 'sha256', 'changeSummary', 'requiresReconsent', 'effectiveAt', 'purposeKeys', 'state', 'activatedAt', 'activatedBy', 'retiredAt', 'createdAt', 'updatedAt'], json: ['activatedBy'] },
  legalFloors: { all: ['tenantId', 'clientId', 'docType', 'locale', 'version', 'effectiveAt'], json: [] },
  legalSlots: { all: ['tenantId', 'clientId', 'docType', 'locale', 'activatedVersion'], json: [] },
  ssfReceivers: { all: ['tenantId', 'id', 'name', 'description', 'clientId', 'audience', 'method', 'endpointUrl', 'authorizationHeader', 'eventsRequested', 'subjectFormat', 'organizationIds', 'status', 'statusReason', 'statusChangedBy', 'statusChangedAt', 'verificationState', 'verificationRequestedAt', 'verifiedAt', 'verificationError', 'lastSeq', 'pendingCount', 'consecutiveFailures', 'lastError', 'lastDeliveredAt', 'lastPolledAt', 'dueAt', 'leasedUntil', 'epoch', 'version', 'createdAt', 'updatedAt', 'verificationAskedAt', 'lastManagedAt'], json: [] },
  ssfRemovedSubjects: { all: ['tenantId', 'receiverId', 'subjectId', 'createdAt'], json: [] },
  ssfTokens: { all: ['tenantId', 'receiverId', 'seq', 'jti', 'txn', 'eventType', 'rank', 'state', 'subjectId', 'claims', 'jws', 'kid', 'attempts', 'lastAttemptAt', 'responseStatus', 'error', 'createdAt', 'endedAt'], json: ['claims'] },
  tenantImport: { all: ['tenantId', 'archiveId', 'startedAt', 'completedAt', 'head', 'lines', 'mac', 'rows'], json: ['rows'] },
});
