// Generated from schema.snapshot.txt by `npm run generate:tables`. Do not edit.
import type { Generated, GeneratedAlways, GeneratedJson, Json } from '@platform/kit/database';
import { serviceTables } from '@platform/kit/database';

/** The tables of outbound, as its migrations leave them. */
export interface OutboundTables {
  auditEvents: {
    tenantId: string;
    seq: number;
    ingestedAt: Date;
    id: string;
    type: string;
    organizationId: string | null;
    actorId: string;
    subjectId: string;
    personId: string | null;
    envelope: Json;
  };
  claimSchemas: {
    tenantId: string;
    claimName: string;
    schema: Json;
    source: Json;
    endpointId: string | null;
    clientIds: string[];
    scopes: string[];
    tokens: string[];
    required: boolean;
    defaultJson: string | null;
    description: string | null;
    enabled: boolean;
    revision: number;
    createdAt: Date;
    updatedAt: Date;
    resources: Generated<string[]>;
  };
  consumedEvent: {
    tenantId: string;
    purpose: string;
    eventId: string;
    consumedAt: Generated<Date>;
  };
  eventHeads: {
    tenantId: string;
    channel: 'events' | 'audit';
    lastSeq: Generated<number>;
    lastIngestedAt: Generated<Date>;
  };
  eventTrim: {
    tenantId: string;
    channel: 'events' | 'audit';
    trimmedSeq: number;
    trimmedAt: Generated<Date>;
  };
  events: {
    tenantId: string;
    seq: number;
    ingestedAt: Date;
    id: string;
    type: string;
    organizationId: string | null;
    actorId: string;
    subjectId: string;
    personId: string | null;
    envelope: Json;
  };
  hooks: {
    tenantId: string;
    id: string;
    name: string;
    stage: 'pre_registration' | 'login_flow' | 'post_login' | 'token_issue' | 'client_credentials';
    url: string;
    position: number;
    clientIds: string[];
    failureMode: 'open' | 'closed';
    timeoutMs: number;
    headers: string | null;
    headerNames: string[];
    enabled: boolean;
    version: number;
    createdAt: Date;
    updatedAt: Date;
    sealKeyId: GeneratedAlways<string | null>;
  };
  rateWindows: {
    tenantId: string;
    bucket: string;
    windowStart: Date;
    used: number;
  };
  siemCursors: {
    tenantId: string;
    sinkId: string;
    active: boolean;
    channels: string[];
    maxEvents: number;
    waitMs: number;
    suspended: Generated<boolean>;
    unentitled: Generated<boolean>;
    nextDueAt: Date | null;
    leasedUntil: Date | null;
    epoch: Generated<number>;
    lifecycleSeq: number;
    auditSeq: number;
    lifecycleAt: Generated<Date>;
    auditAt: Generated<Date>;
    batchChannel: 'lifecycle' | 'audit' | null;
    batchUntil: number | null;
    batchRefusals: Generated<number>;
    consecutiveFailures: Generated<number>;
    failingSince: Date | null;
    unauthorizedSince: Date | null;
    toldFailing: Generated<boolean>;
    lastSuccessAt: Date | null;
    lastAttemptAt: Date | null;
    lastError: Json | null;
    deliveredTotal: Generated<number>;
    droppedTotal: Generated<number>;
    untoldDrops: Json | null;
    dropsToldAt: Date | null;
    isSlow: Generated<boolean>;
    standing: GeneratedAlways<string>;
  };
  siemSinks: {
    tenantId: string;
    id: string;
    name: string;
    kind: 'splunk_hec' | 'datadog' | 'elastic' | 'sentinel' | 'http' | 'syslog_tls' | 's3';
    config: Json;
    secrets: string;
    hasCredentials: boolean;
    credentialsLast4: string | null;
    format: string;
    filter: Json;
    redaction: Json;
    batch: Json;
    tls: Json | null;
    status: 'active' | 'paused' | 'suspended';
    version: number;
    createdAt: Date;
    updatedAt: Date;
    sealKeyId: GeneratedAlways<string | null>;
    organizationId: string | null;
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
  webhookAttempts: {
    tenantId: string;
    deliveryId: string;
    id: string;
    startedAt: Date;
    number: number;
    trigger: 'scheduled' | 'manual' | 'test';
    url: string;
    durationMs: Generated<number>;
    outcome: 'succeeded' | 'failed' | 'aborted' | null;
    error: string | null;
    responseStatus: number | null;
    responseHeaders: GeneratedJson;
    responseBody: string | null;
    responseBodyTruncated: Generated<boolean>;
    secretIds: Generated<string[]>;
  };
  webhookDeliveries: {
    tenantId: string;
    endpointId: string;
    id: string;
    eventIngestedAt: Date;
    eventId: string;
    eventSeq: number | null;
    eventType: string;
    trigger: 'event' | 'recovery' | 'test';
    status: 'pending' | 'in_flight' | 'succeeded' | 'dead_lettered' | 'held' | 'cancelled';
    reason: string | null;
    attemptCount: Generated<number>;
    step: Generated<number>;
    manual: Generated<boolean>;
    nextAttemptAt: Date | null;
    claimedAt: Date | null;
    claimEpoch: number | null;
    createdAt: Date;
    expiresAt: Date;
    completedAt: Date | null;
  };
  webhookEndpoints: {
    tenantId: string;
    id: string;
    url: string;
    eventTypes: string[];
    purposes: string[];
    description: string | null;
    organizationIds: string[] | null;
    headers: string | null;
    headerNames: string[];
    payload: 'full' | 'thin';
    ordering: 'best_effort' | 'strict';
    rateLimitPerSecond: number | null;
    timeoutSeconds: number;
    handshake: 'none' | 'cloudevents';
    grantedRate: number | null;
    status: 'enabled' | 'disabled' | 'auto_disabled';
    statusReason: 'admin' | 'failing' | 'gone' | null;
    statusChangedAt: Date;
    version: Generated<number>;
    createdAt: Date;
    updatedAt: Date;
    sealKeyId: GeneratedAlways<string | null>;
  };
  webhookLanes: {
    tenantId: string;
    endpointId: string;
    enabled: boolean;
    suspended: Generated<boolean>;
    revision: Generated<number>;
    nextDueAt: Date | null;
    leasedUntil: Date | null;
    epoch: Generated<number>;
    openSince: Date | null;
    checkAt: Date | null;
    standing: Generated<'new' | 'good' | 'poor'>;
    width: Generated<number>;
    circuit: Generated<'closed' | 'open' | 'half_open'>;
    circuitUntil: Date | null;
    circuitOpenings: Generated<number>;
    circuitFailures: Generated<number>;
    consecutiveFailures: Generated<number>;
    failingSince: Date | null;
    failedAttempts: Generated<number>;
    warned: Generated<boolean>;
    lastSuccessAt: Date | null;
    lastFailureAt: Date | null;
    lastError: string | null;
    pausedUntil: Date | null;
    pacedUntil: Date | null;
    unentitled: Generated<boolean>;
  };
  webhookRecoveries: {
    tenantId: string;
    id: string;
    endpointId: string;
    mode: 'failed' | 'missing';
    since: Date;
    until: Date;
    eventTypes: string[] | null;
    status: Generated<'PENDING' | 'RUNNING' | 'COMPLETED' | 'FAILED' | 'CANCELLED'>;
    position: Generated<number>;
    examined: Generated<number>;
    enqueued: Generated<number>;
    createdAt: Date;
    completedAt: Date | null;
  };
  webhookSecrets: {
    tenantId: string;
    id: string;
    endpointId: string;
    sealed: string;
    last4: string;
    createdAt: Date;
    expiresAt: Date | null;
    sealKeyId: GeneratedAlways<string | null>;
  };
}

/** Typed access to the tables of outbound. */
export const outbound = serviceTables<OutboundTables>({
  auditEvents: { all: ['tenantId', 'seq', 'ingestedAt', 'id', 'type', 'organizationId', 'actorId', 'subjectId', 'personId', 'envelope'], json: ['envelope'] },
  claimSchemas: { all: ['tenantId', 'claimName', 'schema', 'source', 'endpointId', 'clientIds', 'scopes', 'tokens', 'required', 'defaultJson', 'description', 'enabled', 'revision', 'createdAt', 'updatedAt', 'resources'], json: ['schema', 'source'] },
  consumedEvent: { all: ['tenantId', 'purpose', 'eventId', 'consumedAt'], json: [] },
  eventHeads: { all: ['tenantId', 'channel', 'lastSeq', 'lastIngestedAt'], json: [] },
  eventTrim: { all: ['tenantId', 'channel', 'trimmedSeq', 'trimmedAt'], json: [] },
  events: { all: ['tenantId', 'seq', 'ingestedAt', 'id', 'type', 'organizationId', 'actorId', 'subjectId', 'personId', 'envelope'], json: ['envelope'] },
  hooks: { all: ['tenantId', 'id', 'name', 'stage', 'url', 'position', 'clientIds', 'failureMode', 'timeoutMs', 'headers', 'headerNames', 'enabled', 'version', 'createdAt', 'updatedAt'], json: [] },
  rateWindows: { all: ['tenantId', 'bucket', 'windowStart', 'used'], json: [] },
  siemCursors: { all: ['tenantId', 'sinkId', 'active', 'channels', 'maxEvents', 'waitMs', 'suspended', 'unentitled', 'nextDueAt', 'leasedUntil', 'epoch', 'lifecycleSeq', 'auditSeq', 'lifecycleAt', 'auditAt', 'batchChannel', 'batchUntil', 'batchRefusals', 'consecutiveFailures', 'failingSince', 'unauthorizedSince', 'toldFailing', 'lastSuccessAt', 'lastAttemptAt', 'lastError', 'deliveredTotal', 'droppedTotal', 'untoldDrops', 'dropsToldAt', 'isSlow'], json: ['lastError', 'untoldDrops'] },
  siemSinks: { all: ['tenantId', 'id', 'name', 'kind', 'config', 'secrets', 'hasCredentials', 'credentialsLast4', 'format', 'filter', 'redaction', 'batch', 'tls', 'status', 'version', 'createdAt', 'updatedAt', 'organizationId'], json: ['config', 'filter', 'redaction', 'batch', 'tls'] },
  tenantImport: { all: ['tenantId', 'archiveId', 'startedAt', 'completedAt', 'head', 'lines', 'mac', 'rows'], json: ['rows'] },
  webhookAttempts: { all: ['tenantId', 'deliveryId', 'id', 'startedAt', 'number', 'trigger', 'url', 'durationMs', 'outcome', 'error', 'responseStatus', 'responseHeaders', 'responseBody', 'responseBodyTruncated', 'secretIds'], json: ['responseHeaders'] },
  webhookDeliveries: { all: ['tenantId', 'endpointId', 'id', 'eventIngestedAt', 'eventId', 'eventSeq', 'eventType', 'trigger', 'status', 'reason', 'attemptCount', 'step', 'manual', 'nextAttemptAt', 'claimedAt', 'claimEpoch', 'createdAt', 'expiresAt', 'completedAt'], json: [] },
  webhookEndpoints: { all: ['tenantId', 'id', 'url', 'eventTypes', 'purposes', 'description', 'organizationIds', 'headers', 'headerNames', 'payload', 'ordering', 'rateLimitPerSecond', 'timeoutSeconds', 'handshake', 'grantedRate', 'status', 'statusReason', 'statusChangedAt', 'version', 'createdAt', 'updatedAt'], json: [] },
  webhookLanes: { all: ['tenantId', 'endpointId', 'enabled', 'suspended', 'revision', 'nextDueAt', 'leasedUntil', 'epoch', 'openSince', 'checkAt', 'standing', 'width', 'circuit', 'circuitUntil', 'circuitOpenings', 'circuitFailures', 'consecutiveFailures', 'failingSince', 'failedAttempts', 'warned', 'lastSuccessAt', 'lastFailureAt', 'lastError', 'pausedUntil', 'pacedUntil', 'unentitled'], json: [] },
  webhookRecoveries: { all: ['tenantId', 'id', 'endpointId', 'mode', 'since', 'until', 'eventTypes', 'status', 'position', 'examined', 'enqueued', 'createdAt', 'completedAt'], json: [] },
  webhookSecrets: { all: ['tenantId', 'id', 'endpointId', 'sealed', 'last4', 'createdAt', 'expiresAt'], json: [] },
});
