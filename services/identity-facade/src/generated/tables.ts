// Generated from schema.snapshot.txt by `npm run generate:tables`. Do not edit.
import type { Generated, GeneratedAlways, GeneratedJson, Json } from '@platform/kit/database';
import { serviceTables } from '@platform/kit/database';

/** The tables of identity-facade, as its migrations leave them. */
export interface IdentityFacadeTables {
  authenticators: {
    tenantId: string;
    userId: string;
    id: string;
    method: 'totp' | 'passkey' | 'security_key';
    label: string;
    totpSecret: string | null;
    totpStep: number | null;
    credentialId: string | null;
    publicKey: Buffer | null;
    signCount: number | null;
    transports: string[] | null;
    rpId: string | null;
    isHardware: Generated<boolean>;
    createdAt: Date;
    lastUsedAt: Date | null;
    sealKeyId: GeneratedAlways<string | null>;
  };
  branding: {
    tenantId: string;
    settings: Json;
    customCss: string | null;
    themeSha256: string;
    version: number;
    createdAt: Date;
    updatedAt: Date;
  };
  brandingAssets: {
    tenantId: string;
    kind: 'logo' | 'logo_dark' | 'icon' | 'background_image';
    urlHash: string;
    sourceUrl: string;
    status: 'pending' | 'ready' | 'failed';
    failureReason: string | null;
    sha256: string | null;
    mediaType: string | null;
    width: number | null;
    height: number | null;
    content: Buffer | null;
    retiredAt: Date | null;
  };
  brandingPictures: {
    tenantId: string;
    sha256: string;
    mediaType: 'image/png' | 'image/jpeg' | 'image/webp';
    width: number;
    height: number;
    content: Buffer;
    createdAt: Date;
    unusedSince: Date | null;
  };
  brandingThemes: {
    tenantId: string;
    sha256: string;
    css: string;
    retiredAt: Date | null;
  };
  challenges: {
    tenantId: string;
    id: string;
    subject: string | null;
    userId: string | null;
    purpose: 'authenticate' | 'enroll' | 'verify_contact' | 'reset_password';
    method: string;
    loginId: string;
    content: string;
    triesLeft: number;
    expiresAt: Date;
    usedAt: Date | null;
  };
  consumedEvent: {
    tenantId: string;
    purpose: string;
    eventId: string;
    consumedAt: Generated<Date>;
  };
  credentialImports: {
    tenantId: string;
    key: string;
    userId: string;
    appliedAt: Generated<Date>;
  };
  credentialThrottle: {
    tenantId: string;
    subject: string;
    method: string;
    failures: number;
    nextAt: Date;
  };
  deactivatedSubjects: {
    tenantId: string;
    userId: string;
    deactivatedAt: Date;
  };
  devices: {
    tenantId: string;
    userId: string;
    id: string;
    digest: string;
    userAgent: string;
    firstLoginId: string;
    isFirst: boolean;
    createdAt: Date;
    lastUsedAt: Date;
    trustedUntil: Date | null;
  };
  emailMessages: {
    tenantId: string;
    id: string;
    createdAt: Date;
    type: string;
    recipient: string;
    userId: string | null;
    content: string | null;
    state: 'queued' | 'sent' | 'failed' | 'expired';
    error: string | null;
    smtpResponse: string | null;
    expiresAt: Date;
    sentAt: Date | null;
  };
  emailTemplates: {
    tenantId: string;
    type: string;
    locale: string;
    subject: string;
    html: string;
    plainText: string | null;
    fromName: string | null;
    replyTo: string | null;
    enabled: boolean;
    linkLifetimeSeconds: number | null;
    version: number;
    createdAt: Date;
    updatedAt: Date;
  };
  externalIdentities: {
    tenantId: string;
    provider: string;
    issuer: string;
    subject: string;
    userId: string;
    email: string | null;
    linkedAt: Date;
    lastUsedAt: Date | null;
  };
  loginActiveUsers: {
    tenantId: string;
    day: Date;
    userHash: Buffer;
  };
  loginAnalytics: {
    tenantId: string;
    userKey: Buffer;
    asOf: Date;
  };
  loginDomainClaims: {
    domain: string;
    claimedBy: string;
    isServed: Generated<boolean>;
  };
  loginDomains: {
    tenantId: string;
    domain: string;
    id: string;
    status: 'pending' | 'verified' | 'active' | 'failing' | 'suspended';
    isPrimary: boolean;
    passkeyRpId: string;
    token: string;
    cnameTarget: string;
    checks: Json;
    failureCount: number;
    failingSince: Date | null;
    endsAt: Date | null;
    lastCheckedAt: Date | null;
    nextCheckAt: Date;
    verifiedAt: Date | null;
    activatedAt: Date | null;
    createdAt: Date;
    updatedAt: Date;
  };
  loginEventsSeen: {
    tenantId: string;
    day: Date;
    eventId: string;
  };
  loginFlowActivations: {
    tenantId: string;
    sequence: number;
    version: number;
    comment: string | null;
    problems: Json;
    activatedAt: Date;
    activatedBy: Json;
    endedAt: Date | null;
  };
  loginFlowBindings: {
    tenantId: string;
    clientId: string;
    version: number | null;
    entrypoint: string;
    constraints: Json;
    createdAt: Date;
    updatedAt: Date;
    updatedBy: Json;
  };
  loginFlowDrafts: {
    tenantId: string;
    id: string;
    revision: Generated<number>;
    definition: Json;
    problems: Json;
    basedOnVersion: number;
    createdAt: Date;
    updatedAt: Date;
  };
  loginFlowHeads: {
    tenantId: string;
    activeVersion: Generated<number>;
    lastVersion: Generated<number>;
    activationSequence: Generated<number>;
    minimumActivationSequence: Generated<number>;
  };
  loginFlowVersions: {
    tenantId: string;
    version: number;
    id: string;
    definition: Json;
    assurance: Json;
    checksum: string;
    basedOnVersion: number;
    createdAt: Date;
    createdBy: Json;
  };
  loginPreviews: {
    tenantId: string;
    ticketHash: Buffer;
    content: Json;
    createdAt: Generated<Date>;
    expiresAt: Date;
  };
  loginRollupDaily: {
    tenantId: string;
    day: Date;
    dimension: string;
    key: string;
    succeeded: number;
    failed: number;
    blocked: number;
    signUps: number;
    mfaCompleted: number;
    uniqueUsers: Generated<number>;
  };
  movedPeppers: {
    tenantId: string;
    id: string;
    ownKeyId: string | null;
    keySealed: string;
    sealKeyId: GeneratedAlways<string | null>;
  };
  passwordCredentials: {
    tenantId: string;
    userId: string;
    hash: string | null;
    pepperId: string | null;
    foreignHash: Json | null;
    mustChange: boolean;
    setAt: Date;
    importedAsOf: Date | null;
  };
  rateWindows: {
    tenantId: string;
    bucket: string;
    windowStart: Date;
    used: number;
  };
  recoveryCodes: {
    tenantId: string;
    userId: string;
    codeHash: Buffer;
    usedAt: Date | null;
  };
  securityEvents: {
    tenantId: string;
    eventId: string;
    type: string;
    subjectType: string;
    subjectId: string;
    occurredAt: Date;
    receivedAt: Date;
  };
  socialAttempts: {
    tenantId: string;
    stateHash: Buffer;
    provider: string;
    loginId: string;
    content: string;
    redeemedAt: Date | null;
    identity: string | null;
    expiresAt: Date;
  };
  socialConnectors: {
    tenantId: string;
    provider: string;
    settings: Json;
    secrets: string | null;
    secretLast4: string | null;
    secretUpdatedAt: Date | null;
    discovery: Json | null;
    health: 'ok' | 'unverified' | 'failing';
    lastUsedAt: Date | null;
    version: number;
    createdAt: Date;
    updatedAt: Date;
    sealKeyId: GeneratedAlways<string | null>;
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

/** Typed access to the tables of identity-facade. */
export const identityFacade = serviceTables<IdentityFacadeTables>({
  authenticators: { all: ['tenantId', 'userId', 'id', 'method', 'label', 'totpSecret', 'totpStep', 'credentialId', 'publicKey', 'signCount', 'transports', 'rpId', 'isHardware', 'createdAt', 'lastUsedAt'], json: [] },
  branding: { all: ['tenantId', 'settings', 'customCss', 'themeSha256', 'version', 'createdAt', 'updatedAt'], json: ['settings'] },
  brandingAssets: { all: ['tenantId', 'kind', 'urlHash', 'sourceUrl', 'status', 'failureReason', 'sha256', 'mediaType', 'width', 'height', 'content', 'retiredAt'], json: [] },
  brandingPictures: { all: ['tenantId', 'sha256', 'mediaType', 'width', 'height', 'content', 'createdAt', 'unusedSince'], json: [] },
  brandingThemes: { all: ['tenantId', 'sha256', 'css', 'retiredAt'], json: [] },
  challenges: { all: ['tenantId', 'id', 'subject', 'userId', 'purpose', 'method', 'loginId', 'content', 'triesLeft', 'expiresAt', 'usedAt'], json: [] },
  consumedEvent: { all: ['tenantId', 'purpose', 'eventId', 'consumedAt'], json: [] },
  credentialImports: { all: ['tenantId', 'key', 'userId', 'appliedAt'], json: [] },
  credentialThrottle: { all: ['tenantId', 'subject', 'method', 'failures', 'nextAt'], json: [] },
  deactivatedSubjects: { all: ['tenantId', 'userId', 'deactivatedAt'], json: [] },
  devices: { all: ['tenantId', 'userId', 'id', 'digest', 'userAgent', 'firstLoginId', 'isFirst', 'createdAt', 'lastUsedAt', 'trustedUntil'], json: [] },
  emailMessages: { all: ['tenantId', 'id', 'createdAt', 'type', 'recipient', 'userId', 'content', 'state', 'error', 'smtpResponse', 'expiresAt', 'sentAt'], json: [] },
  emailTemplates: { all: ['tenantId', 'type', 'locale', 'subject', 'html', 'plainText', 'fromName', 'replyTo', 'enabled', 'linkLifetimeSeconds', 'version', 'createdAt', 'updatedAt'], json: [] },
  externalIdentities: { all: ['tenantId', 'provider', 'issuer', 'subject', 'userId', 'email', 'linkedAt', 'lastUsedAt'], json: [] },
  loginActiveUsers: { all: ['tenantId', 'day', 'userHash'], json: [] },
  loginAnalytics: { all: ['tenantId', 'userKey', 'asOf'], json: [] },
  loginDomainClaims: { all: ['domain', 'claimedBy', 'isServed'], json: [] },
  loginDomains: { all: ['tenantId', 'domain', 'id', 'status', 'isPrimary', 'passkeyRpId', 'token', 'cnameTarget', 'checks', 'failureCount', 'failingSince', 'endsAt', 'lastCheckedAt', 'nextCheckAt', 'verifiedAt', 'activatedAt', 'createdAt', 'updatedAt'], json: ['checks'] },
  loginEventsSeen: { all: ['tenantId', 'day', 'eventId'], json: [] },
  loginFlowActivations: { all: ['tenantId', 'sequence', 'version', 'comment', 'problems', 'activatedAt', 'activatedBy', 'endedAt'], json: ['problems', 'activatedBy'] },
  loginFlowBindings: { all: ['tenantId', 'clientId', 'version', 'entrypoint', 'constraints', 'createdAt', 'updatedAt', 'updatedBy'], json: ['constraints', 'updatedBy'] },
  loginFlowDrafts: { all: ['tenantId', 'id', 'revision', 'definition', 'problems', 'basedOnVersion', 'createdAt', 'updatedAt'], json: ['definition', 'problems'] },
  loginFlowHeads: { all: ['tenantId', 'activeVersion', 'lastVersion', 'activationSequence', 'minimumActivationSequence'], json: [] },
  loginFlowVersions: { all: ['tenantId', 'version', 'id', 'definition', 'assurance', 'checksum', 'basedOnVersion', 'createdAt', 'createdBy'], json: ['definition', 'assurance', 'createdBy'] },
  loginPreviews: { all: ['tenantId', 'ticketHash', 'content', 'createdAt', 'expiresAt'], json: ['content'] },
  loginRollupDaily: { all: ['tenantId', 'day', 'dimension', 'key', 'succeeded', 'failed', 'blocked', 'signUps', 'mfaCompleted', 'uniqueUsers'], json: [] },
  movedPeppers: { all: ['tenantId', 'id', 'ownKeyId', 'keySealed'], json: [] },
  passwordCredentials: { all: ['tenantId', 'userId', 'hash', 'pepperId', 'foreignHash', 'mustChange', 'setAt', 'importedAsOf'], json: ['foreignHash'] },
  rateWindows: { all: ['tenantId', 'bucket', 'windowStart', 'used'], json: [] },
  recoveryCodes: { all: ['tenantId', 'userId', 'codeHash', 'usedAt'], json: [] },
  securityEvents: { all: ['tenantId', 'eventId', 'type', 'subjectType', 'subjectId', 'occurredAt', 'receivedAt'], json: [] },
  socialAttempts: { all: ['tenantId', 'stateHash', 'provider', 'loginId', 'content', 'redeemedAt', 'identity', 'expiresAt'], json: [] },
  socialConnectors: { all: ['tenantId', 'provider', 'settings', 'secrets', 'secretLast4', 'secretUpdatedAt', 'discovery', 'health', 'lastUsedAt', 'version', 'createdAt', 'updatedAt'], json: ['settings', 'discovery'] },
  tenantImport: { all: ['tenantId', 'archiveId', 'startedAt', 'completedAt', 'head', 'lines', 'mac', 'rows'], json: ['rows'] },
});
