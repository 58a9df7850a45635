import type { ExportRequest, ExportSection, SubjectRequest } from '@platform/protos';
import { serveDataSubject } from '@platform/data-lifecycle/data-subject';
import type { DataSubjectOptions, SubjectAnswer } from '@platform/data-lifecycle/data-subject';
import type { Tx, TxContext } from '@platform/kit/database';
import { emailKey } from '@platform/kit/formats';
import type { RpcMount } from '@platform/kit/grpc';
import type { SecretBox } from '@platform/kit/secrets';
import {
  listMembershipsOf,
  removeMembershipsOf,
  userOrganization,
} from '../organizations/organizations.ts';
import type { AttributeSchemas } from '../attribute-schema/attribute-schema.ts';
import {
  invitationResource,
  listInvitationsTo,
  removeInvitationsTo,
} from '../invitations/invitations.ts';
import {
  listSetupLinksTo,
  removeSetupLinksTo,
  setupLinkResource,
} from '../setup-links/setup-links.ts';
import { linkedResources, removeLinkedUsers } from '../provisioning/directories/linked-users.ts';
import { publishedUser, userResource } from '../users/user-record.ts';
import type { UserRecord } from '../users/user-record.ts';
import { resolveUser } from '../users/user-resolution.ts';
import type { UserQuery } from '../users/user-resolution.ts';
import {
  findImportOrigin,
  findPreferences,
  listIdentifiers,
  listPendingEmails,
  lockUser,
  updateUser,
} from '../users/users.ts';
import { removeUser } from '../users/user-removal.ts';
import { findErasureLock, setErasureLock } from './erasure-lock.ts';
import { insertSuppressions } from '../suppressions/suppressions.ts';

const nothing: SubjectAnswer = { outcome: 'NOTHING_FOUND' };
const blocked = (blockedReason: string): SubjectAnswer => ({ outcome: 'BLOCKED', blockedReason });
const done = (category: string, action: string, count = 1): SubjectAnswer => ({
  outcome: 'DONE',
  items: [{ category, action, count }],
});
const maxMemberships = 1_000;

/** The query that finds a user by an identifier; undefined for identifiers of other services. */
const queryOf = (type: string, value: string): UserQuery | undefined =>
  ({
    email: { email: value },
    external_id: { externalId: value },
    username: { username: value },
    phone: { phone: value },
  })[type];

/** The user that a request names, by id or by identifier. */
async function subjectOf(
  tx: Tx,
  { userId, identifiers }: Pick<SubjectRequest, 'userId' | 'identifiers'>,
): Promise<UserRecord | undefined> {
  if (userId) return lockUser(tx, userId);
  for (const { type, value } of identifiers) {
    const query = queryOf(type, value);
    if (!query) continue;
    const found = await resolveUser(tx, query);
    if (found.outcome === 'found') return lockUser(tx, found.userId);
  }
  return undefined;
}

interface SubjectOptions {
  schemas: AttributeSchemas;
  secrets: SecretBox;
  suppressionKeys: readonly Buffer[];
  /** Removes the errors of a record that an import rejected, by the record's id at the source. */
  removeImportErrorsOf: (tx: Tx, sourceId: string) => Promise<unknown>;
}

const eventOfStatus = {
  active: 'user.reactivated',
  suspended: 'user.suspended',
  deactivated: 'user.deactivated',
} as const;

async function writeStatus(
  tx: Tx,
  user: UserRecord,
  to: Pick<UserRecord, 'status' | 'statusReason'>,
  schemas: AttributeSchemas,
): Promise<void> {
  const now = new Date();
  const after: UserRecord = {
    ...user,
    ...to,
    statusChangedAt: now,
    version: user.version + 1,
    updatedAt: now,
  };
  await updateUser(tx, after);
  await tx.publish({
    type: eventOfStatus[to.status],
    subject: { type: 'user', id: user.id },
    data: { user: publishedUser(after, await schemas.read(tx, 'user')), origin: 'erasure' },
  });
}

/** Prevents the user from signing in. The previous status is kept with the request. */
async function deactivateSubject(
  tx: Tx,
  request: SubjectRequest,
  { schemas }: SubjectOptions,
): Promise<SubjectAnswer> {
  const user = await subjectOf(tx, request);
  if (!user) return nothing;
  const lock = await findErasureLock(tx, user.id);
  if (lock?.erasureRequestId)
    return lock.erasureRequestId === request.requestId
      ? done('account', 'DISABLED')
      : blocked('another erasure request is in progress');
  if (request.dryRun) return done('account', 'DISABLED');
  await writeStatus(tx, user, { status: 'deactivated', statusReason: 'erasure' }, schemas);
  await setErasureLock(tx, user.id, {
    erasureRequestId: request.requestId,
    statusBeforeErasure: user.status,
    statusReasonBeforeErasure: user.statusReason,
  });
  return done('account', 'DISABLED');
}

/**
 * Restores the previous status after a cancelled request. Only for the request that deactivated the
 * user.
 */
async function reactivateSubject(
  tx: Tx,
  request: SubjectRequest,
  { schemas }: SubjectOptions,
): Promise<SubjectAnswer> {
  const user = await subjectOf(tx, request);
  const lock = user && (await findErasureLock(tx, user.id));
  if (!user || !lock?.erasureRequestId) return nothing;
  if (lock.erasureRequestId !== request.requestId)
    return blocked('another request deactivated this user');
  if (request.dryRun) return done('account', 'REVOKED');
  await setErasureLock(tx, user.id, {
    erasureRequestId: null,
    statusBeforeErasure: null,
    statusReasonBeforeErasure: null,
  });
  const status = lock.statusBeforeErasure ?? 'active';
  const statusReason = lock.statusReasonBeforeErasure;
  if (status === 'deactivated')
    await updateUser(tx, {
      ...user,
      statusReason,
      version: user.version + 1,
      updatedAt: new Date(),
    });
  else await writeStatus(tx, user, { status, statusReason }, schemas);
  return done('account', 'REVOKED');
}

const emailKeysOf = ({ email, additionalEmails }: UserRecord): string[] =>
  [email, ...additionalEmails.map((additional) => additional.email)].flatMap(
    (address) => (address === null ? undefined : emailKey(address)) ?? [],
  );

/**
 * Removes the user permanently and suppresses automatic re-creation. Only for the request that
 * deactivated the user.
 */
async function eraseSubject(
  tx: Tx,
  request: SubjectRequest,
  { suppressionKeys, secrets, removeImportErrorsOf }: SubjectOptions,
): Promise<SubjectAnswer> {
  const user = await subjectOf(tx, request);
  if (!user) return nothing;
  const lock = await findErasureLock(tx, user.id);
  if (lock?.erasureRequestId !== request.requestId)
    return blocked('this request did not deactivate the user');
  if (request.dryRun) return done('profile', 'DELETED');
  const emails = [user.email, ...user.additionalEmails.map((e) => e.email)].flatMap((email) =>
    email ? [{ email }] : [],
  );
  const directoryUsers = await removeLinkedUsers(tx, user.id);
  await insertSuppressions(tx, suppressionKeys, [
    ...directoryUsers.map((directoryUser) => ({ directoryUser })),
    ...emails,
    ...(user.externalId ? [{ externalId: user.externalId }] : []),
    ...user.identities.map((identity) => ({ identity })),
  ]);
  if (user.externalId !== null) await removeImportErrorsOf(tx, user.externalId);
  const memberships = await removeMembershipsOf(tx, user.id);
  await removeUser(tx, user, {
    type: 'user.erased',
    origin: 'erasure',
    organizationIds: memberships,
    secrets,
  });
  const invitations = await removeInvitationsTo(tx, emailKeysOf(user), user.id);
  const setupLinks = await removeSetupLinksTo(tx, emailKeysOf(user));
  return {
    outcome: 'DONE',
    items: [
      { category: 'profile', action: 'DELETED', count: 1 },
      { category: 'memberships', action: 'DELETED', count: memberships.length },
      { category: 'directory_users', action: 'DELETED', count: directoryUsers.length },
      { category: 'invitations', action: 'DELETED', count: invitations },
      { category: 'setup_links', action: 'DELETED', count: setupLinks },
    ],
  };
}

/** Everything that is stored about the user, one section at a time; nothing for an unknown user. */
async function sectionsOf(
  tx: Tx,
  request: ExportRequest,
  { schemas }: SubjectOptions,
): Promise<[string, unknown][]> {
  const user = await subjectOf(tx, request);
  if (!user) return [];
  const { metadata, identities, ...profile } = userResource(user, await schemas.read(tx, 'user'));
  const invitations = await listInvitationsTo(tx, emailKeysOf(user), user.id);
  const setupLinks = await listSetupLinksTo(tx, emailKeysOf(user));
  const memberships = (await listMembershipsOf(tx, user.id, undefined, maxMemberships)).map(
    userOrganization,
  );
  return Object.entries({
    profile,
    identifiers: await listIdentifiers(tx, user.id),
    metadata,
    identities,
    memberships,
    ...(await linkedResources(tx, user.id)),
    invitations: invitations.map((invitation) => invitationResource(invitation)),
    setup_links: setupLinks.map((link) => setupLinkResource(link, Date.now())),
    import_origin: await findImportOrigin(tx, user.id),
    pending_emails: (await listPendingEmails(tx, user.id)).map(({ email }) => email),
    preferences: (await findPreferences(tx, user.id))?.preferences ?? {},
  });
}

/** Handles data subject requests in directory. */
export const directoryDataSubject = ({
  db,
  ...options
}: Pick<DataSubjectOptions, 'db'> & SubjectOptions): RpcMount =>
  serveDataSubject({
    peer: 'directory',
    db,
    deactivate: { atOnce: (tx, request) => deactivateSubject(tx, request, options) },
    reactivate: { atOnce: (tx, request) => reactivateSubject(tx, request, options) },
    erase: { atOnce: (tx, request) => eraseSubject(tx, request, options) },
    async *export(context: TxContext, request): AsyncGenerator<ExportSection> {
      const sections = await db.transact(context, (tx) => sectionsOf(tx, request, options));
      for (const [section, content] of sections) yield { section, json: JSON.stringify(content) };
    },
  });
