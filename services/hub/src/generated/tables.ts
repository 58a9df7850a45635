// Generated from schema.snapshot.txt by `npm run generate:tables`. Do not edit.
import type { Generated, GeneratedAlways, GeneratedJson, Json } from '@platform/kit/database';
import { serviceTables } from '@platform/kit/database';

/** The tables of hub, as its migrations leave them. */
export interface HubTables {
  accountConsent: {
    tenantId: string;
    userId: string;
    clientId: string;
    scopes: string[];
    claims: Generated<string[]>;
    resources: Generated<string[]>;
    grantedAt: Generated<Date>;
    lastUsedAt: Generated<Date>;
    apiScopes: GeneratedJson;
  };
  accountLinkIntent: {
    tenantId: string;
    id: string;
    tokenHash: Buffer;
    invitationId: string;
    organizationId: string;
    userId: string | null;
    email: string;
    returnTo: string | null;
    state: Generated<'minted' | 'consumed' | 'revoked'>;
    refusals: Generated<number>;
    consumedBy: string | null;
    createdAt: Generated<Date>;
    expiresAt: Date;
    outcome: 'accepted' | 'expired' | 'revoked' | 'used' | 'refused' | null;
  };
  activateAttempt: {
    tenantId: string;
    codeHash: Buffer;
    windowStartedAt: Date;
    attempts: number;
  };
  apiClient: {
    tenantId: string;
    apiId: string;
    clientId: string;
    scopes: string[] | null;
    modes: string[];
    createdAt: Generated<Date>;
    updatedAt: Generated<Date>;
    detailTypes: Generated<string[]>;
  };
  apiDetailType: {
    tenantId: string;
    apiId: string;
    type: string;
    schema: Json;
    display: Json;
    maxInstances: number;
    requires: Json | null;
    createdAt: Generated<Date>;
    updatedAt: Generated<Date>;
  };
  apiResource: {
    tenantId: string;
    id: string;
    identifier: string;
    canonical: string;
    name: string;
    settings: GeneratedJson;
    enabled: Generated<boolean>;
    tokensLiveUntil: Date | null;
    version: Generated<number>;
    createdAt: Generated<Date>;
    updatedAt: Generated<Date>;
    deletedAt: Date | null;
  };
  apiScope: {
    tenantId: string;
    apiId: string;
    name: string;
    displayName: Json;
    description: GeneratedJson;
    permission: string | null;
    requires: Json | null;
    sensitive: Generated<boolean>;
    createdAt: Generated<Date>;
    updatedAt: Generated<Date>;
  };
  application: {
    tenantId: string;
    clientId: string;
    name: string;
    type: 'web' | 'spa' | 'native' | 'm2m' | 'device';
    settings: GeneratedJson;
    allowedScopes: Generated<string[]>;
    enabled: Generated<boolean>;
    isPlatform: Generated<boolean>;
    version: Generated<number>;
    createdAt: Generated<Date>;
    updatedAt: Generated<Date>;
    deletedAt: Date | null;
    mayHavePolicies: Generated<boolean>;
  };
  applicationSecret: {
    tenantId: string;
    clientId: string;
    id: string;
    secretHash: Buffer;
    last4: string;
    createdAt: Generated<Date>;
    expiresAt: Date | null;
    lastUsedAt: Date | null;
  };
  claimsWebhook: {
    tenantId: string;
    clientId: string;
    url: string | null;
    secretSealed: string | null;
    tokenTypes: string[];
    failureMode: Generated<'omit' | 'deny'>;
    timeoutMilliseconds: Generated<number>;
    version: number;
    createdAt: Generated<Date>;
    updatedAt: Generated<Date>;
    failureToldAt: Date | null;
    sealKeyId: GeneratedAlways<string | null>;
  };
  compromisedDocumentKey: {
    kid: string;
    publicJwk: Json;
    compromisedAt: Date;
  };
  consumedEvent: {
    tenantId: string;
    purpose: string;
    eventId: string;
    consumedAt: Generated<Date>;
  };
  devicePoll: {
    tenantId: string;
    codeHash: Buffer;
    answeredAt: Date;
    intervalSeconds: number;
    slowedAt: Date | null;
  };
  federationResponse: {
    tenantId: string;
    uid: string;
    handleHash: Buffer;
    formSealed: string;
    expiresAt: Date;
  };
  ipRule: {
    tenantId: string;
    id: string;
    action: 'allow' | 'deny';
    network: string;
    cidr: string;
    description: string | null;
    expiresAt: Date | null;
    createdBy: Json;
    createdAt: Generated<Date>;
    announcedAt: Date | null;
    expiredAt: Date | null;
    expiryToldAt: Date | null;
  };
  ipRuleSet: {
    tenantId: string;
    version: Generated<number>;
  };
  loginSession: {
    tenantId: string;
    uid: string;
    version: number;
    flowVersion: number;
    activationSequence: number;
    state: Json;
    progressSealed: string;
    createdAt: Generated<Date>;
    expiresAt: Date;
  };
  oidcArtifact: {
    tenantId: string;
    model: string;
    idHash: Buffer;
    grantId: string | null;
    uid: string | null;
    userCodeHash: Buffer | null;
    payload: Json;
    consumedAt: Date | null;
    createdAt: Generated<Date>;
    expiresAt: Date | null;
    accountId: GeneratedAlways<string | null>;
    clientId: GeneratedAlways<string | null>;
  };
  rateWindows: {
    tenantId: string;
    bucket: string;
    windowStart: Date;
    used: number;
  };
  signingKey: {
    family: 'ES256' | 'RS256' | 'documents' | 'resource';
    kid: string;
    publicJwk: Json;
    privateSealed: string;
    createdAt: Date;
    activatesAt: Date;
    retiresAt: Date | null;
    removesAt: Date | null;
    sealKeyId: GeneratedAlways<string | null>;
    tenantId: Generated<string>;
  };
  slugReservation: {
    slug: string;
    tenantId: string;
    createdAt: Generated<Date>;
  };
  spentAssertion: {
    tenantId: string;
    directoryId: string;
    idHash: Buffer;
    expiresAt: Date;
    kind: Generated<'assertion' | 'dpop' | 'saml' | 'workload'>;
  };
  tenant: {
    id: string;
    slug: string;
    mode: 'live' | 'test';
    parentTenantId: string | null;
    name: string;
    contactEmail: string | null;
    region: string | null;
    owner: Json | null;
    state: Generated<'active' | 'suspended' | 'deleting' | 'deleted'>;
    createdAt: Generated<Date>;
    updatedAt: Generated<Date>;
    deletedAt: Date | null;
    limits: Json | null;
    purgedBy: Generated<string[]>;
    purgedAt: Date | null;
    deletionToldAt: Date | null;
  };
  tenantArrival: {
    tenantId: string;
    id: string;
    label: string;
    moveId: string;
    tenant: Json;
    state: Generated<'importing' | 'completed' | 'abandoned'>;
    createdAt: Generated<Date>;
    updatedAt: Generated<Date>;
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
  tenantRequest: {
    requestId: string;
    tenantId: string;
    requestHash: Buffer;
    answer: string;
    createdAt: Generated<Date>;
  };
  testSignIn: {
    tenantId: string;
    id: string;
    organizationId: string;
    connectionId: string;
    kind: 'oidc' | 'saml';
    state: 'pending' | 'started' | 'succeeded' | 'failed';
    browserHash: Buffer | null;
    attemptSealed: string | null;
    handleHash: Buffer | null;
    responseSealed: string | null;
    outcomeSealed: string | null;
    createdAt: Generated<Date>;
    endedAt: Date | null;
    expiresAt: Date;
  };
  tokenCutoff: {
    tenantId: string;
    kind: 'tenant' | 'client' | 'subject' | 'client_subject' | 'session' | 'token' | 'resource';
    id: string;
    notBefore: number;
    createdAt: Generated<Date>;
  };
  webSession: {
    tenantId: string;
    idHash: Buffer;
    app: 'console' | 'account' | 'setup';
    userId: string;
    sid: string;
    tokensSealed: string;
    createdAt: Generated<Date>;
    usedAt: Generated<Date>;
    idleEndsAt: Date;
    endsAt: Date;
  };
}

/** Typed access to the tables of hub. */
export const hub = serviceTables<HubTables>({
  accountConsent: { all: ['tenantId', 'userId', 'clientId', 'scopes', 'claims', 'resources', 'grantedAt', 'lastUsedAt', 'apiScopes'], json: ['apiScopes'] },
  accountLinkIntent: { all: ['tenantId', 'id', 'tokenHash', 'invitationId', 'organizationId', 'userId', 'email', 'returnTo', 'state', 'refusals', 'consumedBy', 'createdAt', 'expiresAt', 'outcome'], json: [] },
  activateAttempt: { all: ['tenantId', 'codeHash', 'windowStartedAt', 'attempts'], json: [] },
  apiClient: { all: ['tenantId', 'apiId', 'clientId', 'scopes', 'modes', 'createdAt', 'updatedAt', 'detailTypes'], json: [] },
  apiDetailType: { all: ['tenantId', 'apiId', 'type', 'schema', 'display', 'maxInstances', 'requires', 'createdAt', 'updatedAt'], json: ['schema', 'display', 'requires'] },
  apiResource: { all: ['tenantId', 'id', 'identifier', 'canonical', 'name', 'settings', 'enabled', 'tokensLiveUntil', 'version', 'createdAt', 'updatedAt', 'deletedAt'], json: ['settings'] },
  apiScope: { all: ['tenantId', 'apiId', 'name', 'displayName', 'description', 'permission', 'requires', 'sensitive', 'createdAt', 'updatedAt'], json: ['displayName', 'description', 'requires'] },
  application: { all: ['tenantId', 'clientId', 'name', 'type', 'settings', 'allowedScopes', 'enabled', 'isPlatform', 'version', 'createdAt', 'updatedAt', 'deletedAt', 'mayHavePolicies'], json: ['settings'] },
  applicationSecret: { all: ['tenantId', 'clientId', 'id', 'secretHash', 'last4', 'createdAt', 'expiresAt', 'lastUsedAt'], json: [] },
  claimsWebhook: { all: ['tenantId', 'clientId', 'url', 'secretSealed', 'tokenTypes', 'failureMode', 'timeoutMilliseconds', 'version', 'createdAt', 'updatedAt', 'failureToldAt'], json: [] },
  compromisedDocumentKey: { all: ['kid', 'publicJwk', 'compromisedAt'], json: ['publicJwk'] },
  consumedEvent: { all: ['tenantId', 'purpose', 'eventId', 'consumedAt'], json: [] },
  devicePoll: { all: ['tenantId', 'codeHash', 'answeredAt', 'intervalSeconds', 'slowedAt'], json: [] },
  federationResponse: { all: ['tenantId', 'uid', 'handleHash', 'formSealed', 'expiresAt'], json: [] },
  ipRule: { all: ['tenantId', 'id', 'action', 'network', 'cidr', 'description', 'expiresAt', 'createdBy', 'createdAt', 'announcedAt', 'expiredAt', 'expiryToldAt'], json: ['createdBy'] },
  ipRuleSet: { all: ['tenantId', 'version'], json: [] },
  loginSession: { all: ['tenantId', 'uid', 'version', 'flowVersion', 'activationSequence', 'state', 'progressSealed', 'createdAt', 'expiresAt'], json: ['state'] },
  oidcArtifact: { all: ['tenantId', 'model', 'idHash', 'grantId', 'uid', 'userCodeHash', 'payload', 'consumedAt', 'createdAt', 'expiresAt'], json: ['payload'] },
  rateWindows: { all: ['tenantId', 'bucket', 'windowStart', 'used'], json: [] },
  signingKey: { all: ['family', 'kid', 'publicJwk', 'privateSealed', 'createdAt', 'activatesAt', 'retiresAt', 'removesAt', 'tenantId'], json: ['publicJwk'] },
  slugReservation: { all: ['slug', 'tenantId', 'createdAt'], json: [] },
  spentAssertion: { all: ['tenantId', 'directoryId', 'idHash', 'expiresAt', 'kind'], json: [] },
  tenant: { all: ['id', 'slug', 'mode', 'parentTenantId', 'name', 'contactEmail', 'region', 'owner', 'state', 'createdAt', 'updatedAt', 'deletedAt', 'limits', 'purgedBy', 'purgedAt', 'deletionToldAt'], json: ['owner', 'limits'] },
  tenantArrival: { all: ['tenantId', 'id', 'label', 'moveId', 'tenant', 'state', 'createdAt', 'updatedAt'], json: ['tenant'] },
  tenantImport: { all: ['tenantId', 'archiveId', 'startedAt', 'completedAt', 'head', 'lines', 'mac', 'rows'], json: ['rows'] },
  tenantRequest: { all: ['requestId', 'tenantId', 'requestHash', 'answer', 'createdAt'], json: [] },
  testSignIn: { all: ['tenantId', 'id', 'organizationId', 'connectionId', 'kind', 'state', 'browserHash', 'attemptSealed', 'handleHash', 'responseSealed', 'outcomeSealed', 'createdAt', 'endedAt', 'expiresAt'], json: [] },
  tokenCutoff: { all: ['tenantId', 'kind', 'id', 'notBefore', 'createdAt'], json: [] },
  webSession: { all: ['tenantId', 'idHash', 'app', 'userId', 'sid', 'tokensSealed', 'createdAt', 'usedAt', 'idleEndsAt', 'endsAt'], json: [] },
});
