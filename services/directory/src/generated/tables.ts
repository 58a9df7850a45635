// Generated from schema.snapshot.txt by `npm run generate:tables`. Do not edit.
import type { Generated, GeneratedAlways, GeneratedJson, Json } from '@platform/kit/database';
import { serviceTables } from '@platform/kit/database';

/** The tables of directory, as its migrations leave them. */
export interface DirectoryTables {
  attributeDefinitions: {
    tenantId: string;
    id: string;
    entityKind: 'user' | 'organization';
    key: string;
    state: 'active' | 'purging';
    type: string;
    multiValued: boolean;
    properties: Json;
    scimPath: string;
    template: Json | null;
    generation: number;
    uniqueSince: number | null;
    conformanceState: string;
    conformanceChecked: Generated<number>;
    conformanceViolations: Generated<number>;
    conformanceSamples: Generated<string[]>;
    conformanceFinishedAt: Date | null;
    version: number;
    createdAt: Date;
    updatedAt: Date;
    unfilledAfter: string | null;
  };
  attributeSettings: {
    tenantId: string;
    entityKind: 'user' | 'organization';
    unmanagedAttributes: Generated<'allow' | 'reject'>;
    version: Generated<number>;
  };
  connectorCredentials: {
    tenantId: string;
    directoryId: string;
    type: string;
    sealed: string;
    sealKeyId: GeneratedAlways<string | null>;
    account: Json;
    secretLast4: string;
    notAfter: Date | null;
    setAt: Date;
    setBy: Json;
  };
  consumedEvent: {
    tenantId: string;
    purpose: string;
    eventId: string;
    consumedAt: Generated<Date>;
  };
  counterSteps: {
    tenantId: string;
    counter: string;
    step: number;
    position: Generated<number>;
  };
  counters: {
    tenantId: string;
    counter: string;
    value: number;
  };
  credentialBatch: {
    tenantId: string;
    id: string;
    firstUserId: string;
    lastUserId: string;
    sealed: string;
    sealKeyId: GeneratedAlways<string | null>;
    version: Generated<number>;
    createdAt: Generated<Date>;
  };
  credentialHandover: {
    tenantId: string;
    userId: string;
    sealed: string;
    createdAt: Generated<Date>;
    sealKeyId: GeneratedAlways<string | null>;
  };
  directories: {
    tenantId: string;
    id: string;
    organizationId: string | null;
    name: string;
    kind: 'scim' | 'ldap' | 'workspace' | 'cloud_directory' | 'oidc' | 'saml';
    provider: string;
    config: Json;
    attributeMapping: Json;
    deprovisioning: 'suspend_membership' | 'remove_membership' | 'delete_user';
    onDelete: 'keep_users' | 'deactivate_users';
    sync: Json | null;
    state: 'pending' | 'active' | 'invalid_credentials' | 'unreachable' | 'suspended' | 'deleting';
    stateReason: string | null;
    lastInboundAt: Date | null;
    lastProbe: Json | null;
    probingUntil: Date | null;
    syncPosition: Json | null;
    fullSyncAt: Date | null;
    nextSyncAt: Date | null;
    failedSyncs: Generated<number>;
    version: Generated<number>;
    createdAt: Date;
    updatedAt: Date;
  };
  directoryGroupMembers: {
    tenantId: string;
    directoryId: string;
    groupId: string;
    directoryUserId: string;
  };
  directoryGroups: {
    tenantId: string;
    directoryId: string;
    id: string;
    displayName: string;
    displayNameKey: string;
    externalId: string | null;
    resource: Json;
    remoteVersion: string | null;
    seenRun: string | null;
    version: Generated<number>;
    createdAt: Date;
    updatedAt: Date;
    memberCount: Generated<number>;
    leavingRun: string | null;
  };
  directoryUserTerms: {
    tenantId: string;
    directoryId: string;
    attribute: string;
    value: string;
    directoryUserId: string;
  };
  directoryUsers: {
    tenantId: string;
    directoryId: string;
    id: string;
    userName: string;
    userNameKey: string;
    externalId: string | null;
    active: boolean;
    displayName: string | null;
    givenName: string | null;
    familyName: string | null;
    emailKeys: Generated<string[]>;
    resource: Json;
    userId: string | null;
    link: 'none' | 'active' | 'inactive' | 'ignored';
    manages: Generated<boolean>;
    problems: GeneratedJson;
    remoteVersion: string | null;
    seenRun: string | null;
    leavingRun: string | null;
    version: Generated<number>;
    createdAt: Date;
    updatedAt: Date;
  };
  erasureSuppressions: {
    tenantId: string;
    keyHash: Buffer;
    createdAt: Generated<Date>;
  };
  groupRoleMappings: {
    tenantId: string;
    id: string;
    directoryId: string;
    groupBy: 'id' | 'external_id' | 'display_name';
    groupKey: string;
    groupName: string;
    role: string;
    createdBy: Json;
    createdAt: Date;
  };
  importErrors: {
    tenantId: string;
    jobId: string;
    row: number;
    sourceId: string | null;
    code: string;
    pointer: string | null;
    detail: string;
    createdAt: Generated<Date>;
  };
  importJobs: {
    tenantId: string;
    id: string;
    jobId: string;
    sourceId: string;
    sourceVersion: number;
    kind: string;
    mode: string;
    state: 'PENDING' | 'RUNNING' | 'COMPLETED' | 'FAILED' | 'CANCELLED';
    granter: Json;
    attempt: Generated<number>;
    position: Json | null;
    files: Json | null;
    total: number | null;
    rowsRead: Generated<number>;
    created: Generated<number>;
    updated: Generated<number>;
    skipped: Generated<number>;
    failed: Generated<number>;
    bytesRead: Generated<number>;
    bytesTotal: number | null;
    failure: Json | null;
    startedAt: Date | null;
    attemptStartedAt: Date | null;
    attemptStartedRows: Generated<number>;
    attemptStartedBytes: Generated<number>;
    heartbeatAt: Date | null;
    finishedAt: Date | null;
    createdAt: Date;
    updatedAt: Date;
  };
  invitations: {
    tenantId: string;
    id: string;
    organizationId: string;
    email: string;
    emailKey: string;
    roles: string[];
    state: 'pending' | 'accepted' | 'revoked' | 'expired';
    inviter: Json;
    locale: string | null;
    message: string | null;
    tokenHash: Buffer;
    tokenSealed: string | null;
    sealKeyId: GeneratedAlways<string | null>;
    ttlSeconds: number;
    expiresAt: Date;
    acceptedAt: Date | null;
    acceptedBy: string | null;
    linkIntentId: string | null;
    revokedAt: Date | null;
    endedAt: Date | null;
    sentCount: Generated<number>;
    lastSentAt: Date | null;
    delivery: 'queued' | 'sent' | 'failed' | 'not_configured';
    linkNumber: Generated<number>;
    resentAt: Generated<Date[]>;
    version: Generated<number>;
    createdAt: Date;
    updatedAt: Date;
  };
  memberships: {
    tenantId: string;
    organizationId: string;
    userId: string;
    id: string;
    state: string;
    roles: string[];
    sources: string[];
    joinedAt: Date;
    version: Generated<number>;
  };
  migrationSources: {
    tenantId: string;
    id: string;
    kind: 'http' | 'ldap' | 'auth0' | 'keycloak' | 'ndjson';
    connection: Json;
    credentialSealed: string | null;
    sealKeyId: GeneratedAlways<string | null>;
    mapping: Json;
    options: Json;
    version: Generated<number>;
    createdAt: Date;
    updatedAt: Date;
  };
  migrationUploads: {
    tenantId: string;
    id: string;
    fileName: string;
    sizeBytes: number;
    sha256: string;
    location: string | null;
    expiresAt: Date;
    createdAt: Date;
  };
  organizationDomains: {
    tenantId: string;
    id: string;
    organizationId: string;
    domain: string;
    state: 'pending' | 'verified' | 'lapsed' | 'failed';
    enrollment: 'none' | 'auto_join';
    token: string;
    expiresAt: Date | null;
    attempts: Generated<number>;
    lastCheckedAt: Date | null;
    lastResult: string | null;
    verifyRequestedAt: Date | null;
    nextCheckAt: Date | null;
    misses: Generated<number>;
    missingSince: Date | null;
    verifiedAt: Date | null;
    lapsedAt: Date | null;
    version: Generated<number>;
    createdAt: Date;
    updatedAt: Date;
  };
  organizations: {
    tenantId: string;
    id: string;
    name: string;
    searchName: string;
    slug: string;
    externalId: string | null;
    logoUrl: string | null;
    primaryDomain: string | null;
    metadata: Json;
    status: 'active' | 'suspended';
    membershipPolicy: string;
    defaultRoles: string[];
    memberCount: Generated<number>;
    version: Generated<number>;
    createdAt: Date;
    updatedAt: Date;
    deletedAt: Date | null;
  };
  pendingEmails: {
    tenantId: string;
    userId: string;
    id: string;
    email: string;
    challengeId: string | null;
    codeExpiresAt: Date;
    sentAt: Date;
  };
  provisionedLogins: {
    tenantId: string;
    loginId: string;
    response: Json;
    createdAt: Generated<Date>;
  };
  retiredDirectoryGroups: {
    tenantId: string;
    directoryId: string;
    externalId: string;
    groupId: string;
    retiredAt: Date;
  };
  retiredDirectoryUsers: {
    tenantId: string;
    directoryId: string;
    userNameKey: string;
    externalId: string | null;
    userId: string;
    retiredAt: Date;
  };
  scimBearers: {
    tenantId: string;
    id: string;
    directoryId: string;
    name: string;
    lookup: string;
    tokenSha256: Buffer;
    last4: string;
    state: 'active' | 'retiring' | 'revoked';
    readOnly: boolean;
    expiresAt: Date;
    lastUsedAt: Date | null;
    lastUsedIp: string | null;
    replacedBy: string | null;
    revokedAt: Date | null;
    nextNoticeAt: Date | null;
    createdBy: Json;
    createdAt: Date;
  };
  scimRequests: {
    tenantId: string;
    directoryId: string;
    seq: Generated<number>;
    at: Date;
    method: string;
    path: string;
    status: number;
    code: string | null;
    scimType: string | null;
    fields: GeneratedJson;
    durationMs: number;
    bearerId: string;
    requestId: string;
  };
  setupLinks: {
    tenantId: string;
    id: string;
    organizationId: string;
    parentId: string | null;
    intents: string[];
    recipient: string;
    recipientKey: string;
    locale: string | null;
    tokenHash: Buffer;
    formerHashes: Generated<Buffer[]>;
    tokenSealed: string | null;
    sealKeyId: GeneratedAlways<string | null>;
    linkNumber: Generated<number>;
    renewedAt: Generated<Date[]>;
    ttlSeconds: number;
    expiresAt: Date;
    endsAt: Date;
    spentAt: Date | null;
    openedAt: Date | null;
    completedAt: Date | null;
    revokedAt: Date | null;
    delivery: 'none' | 'queued' | 'sent' | 'failed';
    actions: GeneratedJson;
    nextConnectionId: string;
    createdBy: Json;
    createdAt: Date;
    updatedAt: Date;
  };
  syncPages: {
    tenantId: string;
    directoryId: string;
    number: number;
    kind: 'users' | 'groups';
    content: Json;
  };
  syncRuns: {
    tenantId: string;
    id: string;
    directoryId: string;
    trigger: 'schedule' | 'manual';
    isFull: boolean;
    isDryRun: boolean;
    isForced: boolean;
    state: 'PENDING' | 'RUNNING' | 'COMPLETED' | 'HALTED' | 'FAILED';
    counts: Json;
    errors: GeneratedJson;
    changes: GeneratedJson;
    checkpoint: Json | null;
    requestedBy: Json;
    createdAt: Date;
    startedAt: Date | null;
    finishedAt: Date | null;
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
  uniqueAttributeValues: {
    tenantId: string;
    definitionId: string;
    generation: number;
    digest: Buffer;
    entityId: string;
  };
  userActivity: {
    tenantId: string;
    userId: string;
    lastLoginAt: Date;
  };
  userBulkJobFailures: {
    tenantId: string;
    bulkJobId: string;
    position: number;
    userId: string;
    code: string;
    reason: string | null;
    detail: string;
    createdAt: Generated<Date>;
  };
  userBulkJobPages: {
    tenantId: string;
    bulkJobId: string;
    page: number;
    userIds: string[];
  };
  userBulkJobs: {
    tenantId: string;
    id: string;
    action: 'suspend' | 'reactivate' | 'deactivate' | 'delete' | 'add_to_organization' | 'remove_from_organization';
    organizationId: string | null;
    roles: string[] | null;
    filter: Json | null;
    requestedBy: Json;
    state: Generated<'PENDING' | 'RUNNING' | 'COMPLETED' | 'FAILED' | 'CANCELLED'>;
    total: number;
    position: Generated<number>;
    changed: Generated<number>;
    unchanged: Generated<number>;
    failed: Generated<number>;
    error: Json | null;
    createdAt: Generated<Date>;
    startedAt: Date | null;
    finishedAt: Date | null;
    updatedAt: Generated<Date>;
  };
  userExportParts: {
    tenantId: string;
    exportId: string;
    part: number;
    name: string;
    records: number;
    bytes: number;
    sha256: string;
  };
  userExports: {
    tenantId: string;
    id: string;
    state: Generated<'PENDING' | 'RUNNING' | 'COMPLETED' | 'FAILED' | 'CANCELLED' | 'EXPIRED'>;
    request: Json;
    requestedBy: Json;
    location: string;
    total: number | null;
    records: Generated<number>;
    lastUserId: string | null;
    error: Json | null;
    expiresAt: Date | null;
    isEmpty: Generated<boolean>;
    createdAt: Generated<Date>;
    updatedAt: Generated<Date>;
  };
  userIdentifiers: {
    tenantId: string;
    kind: 'email' | 'username' | 'phone' | 'external_id' | 'identity';
    value: string;
    userId: string;
    verified: boolean;
  };
  userPreferences: {
    tenantId: string;
    userId: string;
    preferences: Json;
    version: Generated<number>;
    updatedAt: Date;
  };
  userSearch: {
    tenantId: string;
    term: string;
    userId: string;
    beginning: GeneratedAlways<string | null>;
  };
  userTombstones: {
    tenantId: string;
    id: string;
    deletedAt: Generated<Date>;
  };
  userUnverifiedEmails: {
    tenantId: string;
    value: string;
    userId: string;
  };
  users: {
    tenantId: string;
    id: string;
    externalId: string | null;
    username: string | null;
    email: string | null;
    emailVerified: boolean;
    phoneNumber: string | null;
    phoneVerified: boolean;
    displayName: string | null;
    profile: Json;
    metadata: Json;
    identities: GeneratedJson;
    status: 'active' | 'suspended' | 'deactivated';
    statusReason: string | null;
    statusChangedAt: Date;
    erasureRequestId: string | null;
    statusBeforeErasure: string | null;
    statusReasonBeforeErasure: string | null;
    version: Generated<number>;
    createdAt: Date;
    updatedAt: Date;
    managedBy: Json | null;
    importOrigin: string | null;
  };
}

/** Typed access to the tables of directory. */
export const directory = serviceTables<DirectoryTables>({
  attributeDefinitions: { all: ['tenantId', 'id', 'entityKind', 'key', 'state', 'type', 'multiValued', 'properties', 'scimPath', 'template', 'generation', 'uniqueSince', 'conformanceState', 'conformanceChecked', 'conformanceViolations', 'conformanceSamples', 'conformanceFinishedAt', 'version', 'createdAt', 'updatedAt', 'unfilledAfter'], json: ['properties', 'template'] },
  attributeSettings: { all: ['tenantId', 'entityKind', 'unmanagedAttributes', 'version'], json: [] },
  connectorCredentials: { all: ['tenantId', 'directoryId', 'type', 'sealed', 'account', 'secretLast4', 'notAfter', 'setAt', 'setBy'], json: ['account', 'setBy'] },
  consumedEvent: { all: ['tenantId', 'purpose', 'eventId', 'consumedAt'], json: [] },
  counterSteps: { all: ['tenantId', 'counter', 'step', 'position'], json: [] },
  counters: { all: ['tenantId', 'counter', 'value'], json: [] },
  credentialBatch: { all: ['tenantId', 'id', 'firstUserId', 'lastUserId', 'sealed', 'version', 'createdAt'], json: [] },
  credentialHandover: { all: ['tenantId', 'userId', 'sealed', 'createdAt'], json: [] },
  directories: { all: ['tenantId', 'id', 'organizationId', 'name', 'kind', 'provider', 'config', 'attributeMapping', 'deprovisioning', 'onDelete', 'sync', 'state', 'stateReason', 'lastInboundAt', 'lastProbe', 'probingUntil', 'syncPosition', 'fullSyncAt', 'nextSyncAt', 'failedSyncs', 'version', 'createdAt', 'updatedAt'], json: ['config', 'attributeMapping', 'sync', 'lastProbe', 'syncPosition'] },
  directoryGroupMembers: { all: ['tenantId', 'directoryId', 'groupId', 'directoryUserId'], json: [] },
  directoryGroups: { all: ['tenantId', 'directoryId', 'id', 'displayName', 'displayNameKey', 'externalId', 'resource', 'remoteVersion', 'seenRun', 'version', 'createdAt', 'updatedAt', 'memberCount', 'leavingRun'], json: ['resource'] },
  directoryUserTerms: { all: ['tenantId', 'directoryId', 'attribute', 'value', 'directoryUserId'], json: [] },
  directoryUsers: { all: ['tenantId', 'directoryId', 'id', 'userName', 'userNameKey', 'externalId', 'active', 'displayName', 'givenName', 'familyName', 'emailKeys', 'resource', 'userId', 'link', 'manages', 'problems', 'remoteVersion', 'seenRun', 'leavingRun', 'version', 'createdAt', 'updatedAt'], json: ['resource', 'problems'] },
  erasureSuppressions: { all: ['tenantId', 'keyHash', 'createdAt'], json: [] },
  groupRoleMappings: { all: ['tenantId', 'id', 'directoryId', 'groupBy', 'groupKey', 'groupName', 'role', 'createdBy', 'createdAt'], json: ['createdBy'] },
  importErrors: { all: ['tenantId', 'jobId', 'row', 'sourceId', 'code', 'pointer', 'detail', 'createdAt'], json: [] },
  importJobs: { all: ['tenantId', 'id', 'jobId', 'sourceId', 'sourceVersion', 'kind', 'mode', 'state', 'granter', 'attempt', 'position', 'files', 'total', 'rowsRead', 'created', 'updated', 'skipped', 'failed', 'bytesRead', 'bytesTotal', 'failure', 'startedAt', 'attemptStartedAt', 'attemptStartedRows', 'attemptStartedBytes', 'heartbeatAt', 'finishedAt', 'createdAt', 'updatedAt'], json: ['granter', 'position', 'files', 'failure'] },
  invitations: { all: ['tenantId', 'id', 'organizationId', 'email', 'emailKey', 'roles', 'state', 'inviter', 'locale', 'message', 'tokenHash', 'tokenSealed', 'ttlSeconds', 'expiresAt', 'acceptedAt', 'acceptedBy', 'linkIntentId', 'revokedAt', 'endedAt', 'sentCount', 'lastSentAt', 'delivery', 'linkNumber', 'resentAt', 'version', 'createdAt', 'updatedAt'], json: ['inviter'] },
  memberships: { all: ['tenantId', 'organizationId', 'userId', 'id', 'state', 'roles', 'sources', 'joinedAt', 'version'], json: [] },
  migrationSources: { all: ['tenantId', 'id', 'kind', 'connection', 'credentialSealed', 'mapping', 'options', 'version', 'createdAt', 'updatedAt'], json: ['connection', 'mapping', 'options'] },
  migrationUploads: { all: ['tenantId', 'id', 'fileName', 'sizeBytes', 'sha256', 'location', 'expiresAt', 'createdAt'], json: [] },
  organizationDomains: { all: ['tenantId', 'id', 'organizationId', 'domain', 'state', 'enrollment', 'token', 'expiresAt', 'attempts', 'lastCheckedAt', 'lastResult', 'verifyRequestedAt', 'nextCheckAt', 'misses', 'missingSince', 'verifiedAt', 'lapsedAt', 'version', 'createdAt', 'updatedAt'], json: [] },
  organizations: { all: ['tenantId', 'id', 'name', 'searchName', 'slug', 'externalId', 'logoUrl', 'primaryDomain', 'metadata', 'status', 'membershipPolicy', 'defaultRoles', 'memberCount', 'version', 'createdAt', 'updatedAt', 'deletedAt'], json: ['metadata'] },
  pendingEmails: { all: ['tenantId', 'userId', 'id', 'email', 'challengeId', 'codeExpiresAt', 'sentAt'], json: [] },
  provisionedLogins: { all: ['tenantId', 'loginId', 'response', 'createdAt'], json: ['response'] },
  retiredDirectoryGroups: { all: ['tenantId', 'directoryId', 'externalId', 'groupId', 'retiredAt'], json: [] },
  retiredDirectoryUsers: { all: ['tenantId', 'directoryId', 'userNameKey', 'externalId', 'userId', 'retiredAt'], json: [] },
  scimBearers: { all: ['tenantId', 'id', 'directoryId', 'name', 'lookup', 'tokenSha256', 'last4', 'state', 'readOnly', 'expiresAt', 'lastUsedAt', 'lastUsedIp', 'replacedBy', 'revokedAt', 'nextNoticeAt', 'createdBy', 'createdAt'], json: ['createdBy'] },
  scimRequests: { all: ['tenantId', 'directoryId', 'seq', 'at', 'method', 'path', 'status', 'code', 'scimType', 'fields', 'durationMs', 'bearerId', 'requestId'], json: ['fields'] },
  setupLinks: { all: ['tenantId', 'id', 'organizationId', 'parentId', 'intents', 'recipient', 'recipientKey', 'locale', 'tokenHash', 'formerHashes', 'tokenSealed', 'linkNumber', 'renewedAt', 'ttlSeconds', 'expiresAt', 'endsAt', 'spentAt', 'openedAt', 'completedAt', 'revokedAt', 'delivery', 'actions', 'nextConnectionId', 'createdBy', 'createdAt', 'updatedAt'], json: ['actions', 'createdBy'] },
  syncPages: { all: ['tenantId', 'directoryId', 'number', 'kind', 'content'], json: ['content'] },
  syncRuns: { all: ['tenantId', 'id', 'directoryId', 'trigger', 'isFull', 'isDryRun', 'isForced', 'state', 'counts', 'errors', 'changes', 'checkpoint', 'requestedBy', 'createdAt', 'startedAt', 'finishedAt'], json: ['counts', 'errors', 'changes', 'checkpoint', 'requestedBy'] },
  tenantImport: { all: ['tenantId', 'archiveId', 'startedAt', 'completedAt', 'head', 'lines', 'mac', 'rows'], json: ['rows'] },
  uniqueAttributeValues: { all: ['tenantId', 'definitionId', 'generation', 'digest', 'entityId'], json: [] },
  userActivity: { all: ['tenantId', 'userId', 'lastLoginAt'], json: [] },
  userBulkJobFailures: { all: ['tenantId', 'bulkJobId', 'position', 'userId', 'code', 'reason', 'detail', 'createdAt'], json: [] },
  userBulkJobPages: { all: ['tenantId', 'bulkJobId', 'page', 'userIds'], json: [] },
  userBulkJobs: { all: ['tenantId', 'id', 'action', 'organizationId', 'roles', 'filter', 'requestedBy', 'state', 'total', 'position', 'changed', 'unchanged', 'failed', 'error', 'createdAt', 'startedAt', 'finishedAt', 'updatedAt'], json: ['filter', 'requestedBy', 'error'] },
  userExportParts: { all: ['tenantId', 'exportId', 'part', 'name', 'records', 'bytes', 'sha256'], json: [] },
  userExports: { all: ['tenantId', 'id', 'state', 'request', 'requestedBy', 'location', 'total', 'records', 'lastUserId', 'error', 'expiresAt', 'isEmpty', 'createdAt', 'updatedAt'], json: ['request', 'requestedBy', 'error'] },
  userIdentifiers: { all: ['tenantId', 'kind', 'value', 'userId', 'verified'], json: [] },
  userPreferences: { all: ['tenantId', 'userId', 'preferences', 'version', 'updatedAt'], json: ['preferences'] },
  userSearch: { all: ['tenantId', 'term', 'userId'], json: [] },
  userTombstones: { all: ['tenantId', 'id', 'deletedAt'], json: [] },
  userUnverifiedEmails: { all: ['tenantId', 'value', 'userId'], json: [] },
  users: { all: ['tenantId', 'id', 'externalId', 'username', 'email', 'emailVerified', 'phoneNumber', 'phoneVerified', 'displayName', 'profile', 'metadata', 'identities', 'status', 'statusReason', 'statusChangedAt', 'erasureRequestId', 'statusBeforeErasure', 'statusReasonBeforeErasure', 'version', 'createdAt', 'updatedAt', 'managedBy', 'importOrigin'], json: ['profile', 'metadata', 'identities', 'managedBy'] },
});
