// Generated from schema.snapshot.txt by `npm run generate:tables`. Do not edit.
import type { Generated, GeneratedAlways, GeneratedJson, Json } from '@platform/kit/database';
import { serviceTables } from '@platform/kit/database';

/** The tables of fga, as its migrations leave them. */
export interface FgaTables {
  accessPolicies: {
    tenantId: string;
    clientId: string;
    id: string;
    name: string;
    description: string | null;
    mode: 'enabled' | 'report_only' | 'disabled';
    priority: number;
    body: Json;
    version: Generated<number>;
    createdAt: Date;
    updatedAt: Date;
    modeChangedAt: Date;
  };
  accessPolicyClients: {
    tenantId: string;
    clientId: string;
    revision: Generated<number>;
    policyCount: Generated<number>;
  };
  activationApprovals: {
    tenantId: string;
    activationId: string;
    approverId: string;
    people: string[];
    at: Date;
    comment: string | null;
  };
  activations: {
    tenantId: string;
    id: string;
    eligibilityId: string;
    principalId: string;
    viaGroup: string | null;
    people: string[];
    roleKey: string | null;
    scopes: string[];
    organizationId: string | null;
    state: 'requested' | 'scheduled' | 'active' | 'denied' | 'cancelled' | 'timed_out' | 'revoked' | 'expired';
    justification: string | null;
    ticket: Json | null;
    durationSeconds: number;
    requiredApprovals: number;
    approvers: string[];
    requestedAt: Date;
    decisionDeadline: Date | null;
    wantedStart: Date | null;
    startsAt: Date | null;
    endsAt: Date | null;
    endedAt: Date | null;
    endReason: string | null;
    requestContext: Json;
    nextDueAt: Date | null;
    updatedAt: Date;
    endComment: string | null;
    endedBy: string | null;
  };
  consumedEvent: {
    tenantId: string;
    purpose: string;
    eventId: string;
    consumedAt: Generated<Date>;
  };
  eligibilities: {
    tenantId: string;
    id: string;
    principalType: 'user' | 'group';
    principalId: string;
    roleKey: string | null;
    scopes: string[] | null;
    grantKey: string;
    organizationId: string | null;
    justification: string | null;
    rules: Json;
    startsAt: Date;
    expiresAt: Date | null;
    expiredAt: Date | null;
    createdBy: Json;
    createdAt: Date;
    updatedAt: Date;
  };
  entitlementSets: {
    tenantId: string;
    revision: number;
  };
  entitlements: {
    tenantId: string;
    family: string;
    byDefault: boolean;
    granted: boolean | null;
    reason: string | null;
    since: Generated<Date>;
    expiresAt: Date | null;
  };
  fgaAssertions: {
    tenantId: string;
    modelId: string;
    assertions: Json;
    updatedAt: Generated<Date>;
  };
  fgaExportPages: {
    tenantId: string;
    exportId: string;
    page: number;
    objects: string[];
  };
  fgaExports: {
    tenantId: string;
    id: string;
    state: Generated<'PENDING' | 'RUNNING' | 'COMPLETED' | 'FAILED' | 'EXPIRED'>;
    request: Json;
    modelId: string;
    scanned: Generated<number>;
    matched: Generated<number>;
    unresolved: Generated<number>;
    truncated: Generated<boolean>;
    startRevision: number | null;
    endRevision: number | null;
    attempts: Generated<number>;
    error: Json | null;
    createdAt: Generated<Date>;
    startedAt: Date | null;
    updatedAt: Generated<Date>;
    completedAt: Date | null;
    expiresAt: Date | null;
  };
  permissions: {
    tenantId: string;
    id: string;
    name: string;
    displayName: string | null;
    description: string | null;
    clientId: string | null;
    createdAt: Generated<Date>;
    apiResourceId: string | null;
  };
  roleAssignments: {
    tenantId: string;
    principalType: string;
    principalId: string;
    roleKey: string;
    id: string;
    expiresAt: Date | null;
    createdBy: Json;
    createdAt: Generated<Date>;
  };
  rolePermissions: {
    tenantId: string;
    roleId: string;
    permission: string;
  };
  roles: {
    tenantId: string;
    id: string;
    key: string;
    displayName: string | null;
    description: string | null;
    version: Generated<number>;
    createdAt: Generated<Date>;
    updatedAt: Generated<Date>;
    deletedAt: Date | null;
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
  tokenClaims: {
    tenantId: string;
    clientId: string;
    desired: Json | null;
    acknowledged: Json | null;
    url: string | null;
    secretSealed: string | null;
    version: number;
    revision: number;
    pendingSince: Date | null;
    enabledAt: Date | null;
    updatedAt: Date | null;
    sealKeyId: GeneratedAlways<string | null>;
  };
}

/** Typed access to the tables of fga. */
export const fga = serviceTables<FgaTables>({
  accessPolicies: { all: ['tenantId', 'clientId', 'id', 'name', 'description', 'mode', 'priority', 'body', 'version', 'createdAt', 'updatedAt', 'modeChangedAt'], json: ['body'] },
  accessPolicyClients: { all: ['tenantId', 'clientId', 'revision', 'policyCount'], json: [] },
  activationApprovals: { all: ['tenantId', 'activationId', 'approverId', 'people', 'at', 'comment'], json: [] },
  activations: { all: ['tenantId', 'id', 'eligibilityId', 'principalId', 'viaGroup', 'people', 'roleKey', 'scopes', 'organizationId', 'state', 'justification', 'ticket', 'durationSeconds', 'requiredApprovals', 'approvers', 'requestedAt', 'decisionDeadline', 'wantedStart', 'startsAt', 'endsAt', 'endedAt', 'endReason', 'requestContext', 'nextDueAt', 'updatedAt', 'endComment', 'endedBy'], json: ['ticket', 'requestContext'] },
  consumedEvent: { all: ['tenantId', 'purpose', 'eventId', 'consumedAt'], json: [] },
  eligibilities: { all: ['tenantId', 'id', 'principalType', 'principalId', 'roleKey', 'scopes', 'grantKey', 'organizationId', 'justification', 'rules', 'startsAt', 'expiresAt', 'expiredAt', 'createdBy', 'createdAt', 'updatedAt'], json: ['rules', 'createdBy'] },
  entitlementSets: { all: ['tenantId', 'revision'], json: [] },
  entitlements: { all: ['tenantId', 'family', 'byDefault', 'granted', 'reason', 'since', 'expiresAt'], json: [] },
  fgaAssertions: { all: ['tenantId', 'modelId', 'assertions', 'updatedAt'], json: ['assertions'] },
  fgaExportPages: { all: ['tenantId', 'exportId', 'page', 'objects'], json: [] },
  fgaExports: { all: ['tenantId', 'id', 'state', 'request', 'modelId', 'scanned', 'matched', 'unresolved', 'truncated', 'startRevision', 'endRevision', 'attempts', 'error', 'createdAt', 'startedAt', 'updatedAt', 'completedAt', 'expiresAt'], json: ['request', 'error'] },
  permissions: { all: ['tenantId', 'id', 'name', 'displayName', 'description', 'clientId', 'createdAt', 'apiResourceId'], json: [] },
  roleAssignments: { all: ['tenantId', 'principalType', 'principalId', 'roleKey', 'id', 'expiresAt', 'createdBy', 'createdAt'], json: ['createdBy'] },
  rolePermissions: { all: ['tenantId', 'roleId', 'permission'], json: [] },
  roles: { all: ['tenantId', 'id', 'key', 'displayName', 'description', 'version', 'createdAt', 'updatedAt', 'deletedAt'], json: [] },
  tenantImport: { all: ['tenantId', 'archiveId', 'startedAt', 'completedAt', 'head', 'lines', 'mac', 'rows'], json: ['rows'] },
  tokenClaims: { all: ['tenantId', 'clientId', 'desired', 'acknowledged', 'url', 'secretSealed', 'version', 'revision', 'pendingSince', 'enabledAt', 'updatedAt'], json: ['desired', 'acknowledged'] },
});
