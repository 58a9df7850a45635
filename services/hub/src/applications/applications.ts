import type { Tx } from '@platform/kit/database';
import { isId } from '@platform/contracts';
import type {
  ApplicationCreation,
  ApplicationTypeName,
  ApplicationUpdate,
  Principal,
} from '@platform/contracts';
import type { Conditional, TransactionScope, RequestContext } from '@platform/kit/http';
import { newId } from '@platform/kit/ids';
import { problemWithReason, invalid, problem } from '@platform/kit/problem';
import { dropClientGrants } from '../grants/grants.ts';
import { cutOff } from '../token-cutoffs/cut-off.ts';
import { changedMembers } from '../merge-patch.ts';
import { publishChange } from './application-changes.ts';
import { asApplication } from './application-resource.ts';
import { mergeApplicationSettings, settingsOf } from './application-settings.ts';
import {
  countApplications,
  deleteApplication,
  insertApplication,
  lockedApplication,
  lockRegistration,
  updateApplication,
} from './application-store.ts';
import type { ApplicationRecord } from './application-store.ts';
import {
  checkGivenScopes,
  checkHoldsScopes,
  checkMayChange,
  checkSelfScopes,
} from './scope-rule.ts';
import { addSecret } from './secrets.ts';
import { checkLockout } from './lockout.ts';
import { checkSettings } from './settings-rules.ts';
import type { CheckUrl } from './settings-rules.ts';

const maxPerTenant = 500;

export interface ApplicationsOptions {
  /** Client ids that exist in every tenant, so tenants cannot use them, regardless of case. */
  platformClientIds: ReadonlySet<string>;
  checkUrl: CheckUrl;
}

type Asked = TransactionScope & Conditional & Pick<RequestContext, 'principal' | 'audit'>;

const subjectOf = (clientId: string) => ({ type: 'client', id: clientId });

function checkNotPlatformClient(row: ApplicationRecord): void {
  if (row.isPlatform)
    throw problemWithReason('conflict', {
      code: 'system_resource',
      detail: 'Clients of the platform cannot be disabled or deleted',
    });
}

function checkImmutable(before: ApplicationRecord, patch: ApplicationUpdate): void {
  for (const member of ['clientId', 'type'] as const)
    if (patch[member] !== undefined && patch[member] !== before[member])
      throw invalid(
        `/${member}`,
        'immutable',
        'cannot be changed after the application is registered',
      );
}

/** The standard scopes, which platform clients also have. An `m2m` client signs no users in. */
const defaultScopes = (type: ApplicationTypeName): string[] =>
  type === 'm2m' ? [] : ['openid', 'profile', 'email', 'offline_access'];

/** Registers, changes and deletes OAuth clients in the caller's transaction. */
export function applications({ platformClientIds, checkUrl }: ApplicationsOptions) {
  // People read client ids without regard to case.
  const reservedIds = new Set([...platformClientIds].map((id) => id.toLowerCase()));

  async function create(
    tx: Tx,
    principal: Principal,
    body: ApplicationCreation,
  ): Promise<{ row: ApplicationRecord; clientSecret?: string }> {
    const { clientId = newId('application'), name, type, enabled } = body;
    const isReserved = reservedIds.has(clientId.toLowerCase());
    // The client id is the subject of the client's own tokens, so it must not look like a user id.
    if (isId('user', clientId))
      throw invalid('/clientId', 'reserved', 'must not have the form of a user id');
    const wanted = body.allowedScopes ?? defaultScopes(type);
    const set = mergeApplicationSettings({}, body);
    const settings = checkedSettings(type, set);
    checkSelfScopes(type, settings, wanted);
    checkGivenScopes(principal, wanted);
    await lockRegistration(tx);
    if ((await countApplications(tx)) >= maxPerTenant)
      throw problem('limit_exceeded', {
        detail: `A tenant can have at most ${maxPerTenant} applications`,
      });
    const row = isReserved
      ? undefined
      : await insertApplication(tx, {
          clientId,
          name,
          type,
          settings: set,
          allowedScopes: wanted,
          enabled,
        });
    if (!row)
      throw problemWithReason('already_exists', {
        pointer: '/clientId',
        code: 'already_exists',
        detail: `The client id ${clientId} is already in use; choose another one`,
      });
    await tx.publish({
      type: 'client.created',
      subject: subjectOf(clientId),
      data: { client: asApplication(row) },
    });
    if (!settings.tokenEndpointAuthMethod.startsWith('client_secret_')) return { row };
    return { row, clientSecret: (await addSecret(tx, row)).secret };
  }

  function checkedSettings(
    type: ApplicationRecord['type'],
    set: ApplicationRecord['settings'],
  ): ReturnType<typeof settingsOf> {
    const settings = settingsOf(type, set);
    checkSettings(type, settings, checkUrl);
    return settings;
  }

  async function update(
    scope: Asked,
    clientId: string,
    patch: ApplicationUpdate,
    allowLockout?: boolean,
  ): Promise<ApplicationRecord> {
    const before = await lockedApplication(scope.tx, clientId);
    scope.ifMatch(before.version);
    checkImmutable(before, patch);
    if (patch.enabled === false) checkNotPlatformClient(before);
    const set = mergeApplicationSettings(before.settings, patch);
    const settings = checkedSettings(before.type, set);
    const scopes =
      patch.allowedScopes === undefined
        ? before.allowedScopes
        : (patch.allowedScopes ?? defaultScopes(before.type));
    checkSelfScopes(before.type, settings, scopes);
    checkGivenScopes(scope.principal, scopes, before.allowedScopes);

    const change = {
      name: patch.name ?? before.name,
      enabled: patch.enabled ?? before.enabled,
      settings: set,
      allowedScopes: scopes,
    };
    const next = { ...before, ...change };
    const changed = changedMembers(asApplication(before), asApplication(next));
    if (changed.length === 0) return before;
    checkMayChange(scope.principal, before, next, changed);
    await checkLockout(scope.tx, before, next, allowLockout);
    const after = await updateApplication(scope.tx, clientId, change);
    scope.audit({ changed });
    await publishChange(scope.tx, after, changed);
    if (before.enabled && !after.enabled) await cutOff(scope.tx, { kind: 'client', id: clientId });
    return after;
  }

  async function remove(scope: Asked, clientId: string, allowLockout?: boolean): Promise<void> {
    const row = await lockedApplication(scope.tx, clientId);
    scope.ifMatch(row.version);
    checkNotPlatformClient(row);
    checkHoldsScopes(scope.principal, row.allowedScopes);
    await checkLockout(scope.tx, row, undefined, allowLockout);
    await deleteApplication(scope.tx, clientId);
    await dropClientGrants(scope.tx, clientId);
    await cutOff(scope.tx, { kind: 'client', id: clientId });
    await scope.tx.publish({
      type: 'client.deleted',
      subject: subjectOf(clientId),
      data: { client: asApplication(row) },
    });
  }

  return { create, update, remove };
}

export type Applications = ReturnType<typeof applications>;
