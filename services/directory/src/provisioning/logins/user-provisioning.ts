import { isText } from '@platform/contracts';
import type { Tx } from '@platform/kit/database';
import { emailKey } from '@platform/kit/formats';
import type { ProvisionUserRequest } from '@platform/protos';
import { fittingUnique } from '../../attribute-schema/attribute-schema.ts';
import type { AttributeSchema, AttributeSchemas } from '../../attribute-schema/attribute-schema.ts';
import { directoryById } from '../../directories/directories.ts';
import type { IsErased } from '../../suppressions/erased-people.ts';
import { isSuppressed } from '../../suppressions/suppressions.ts';
import { fitsIdentity } from '../../users/user-identifiers.ts';
import { emptyAttributes, publishedUser } from '../../users/user-record.ts';
import type { UserAttributes, UserIdentity, UserRecord } from '../../users/user-record.ts';
import { resolveUser } from '../../users/user-resolution.ts';
import { findIdentifierHolder, lockUser } from '../../users/users.ts';
import { isReachable } from '../../users/user-changes.ts';
import { addUser, userAllowance } from '../../users/user-creation.ts';
import { changeAttributes } from '../../users/user-update.ts';
import type { UserLimits } from '../../users/user-writing.ts';
import { displace } from '../address-displacement.ts';
import { matchedByAddress } from './address-matching.ts';
import { joinByDomain } from '../domain-enrollment.ts';
import { fittingIdentifiers } from './fitting-identifiers.ts';
import { applyMembershipActions } from './membership-actions.ts';
import { provisionedAttributes } from './provisioned-attributes.ts';
import type { HasRole } from './rule-roles.ts';

/** The result of provisioning a login. */
export interface Provisioned {
  outcome: 'CREATED' | 'UPDATED' | 'MATCHED' | 'LINK_REQUIRED' | 'REFUSED';
  userId: string;
  reason: string;
}

export interface ProvisioningOptions {
  limits: UserLimits;
  schemas: AttributeSchemas;
  suppressionKeys: readonly Buffer[];
  /** Whether a newcomer was erased, as compliance reported before the transaction began. */
  isErased: IsErased;
  /** Whether the tenant has a role that rules give, as fetched before the transaction began. */
  hasRole: HasRole;
}

interface Provisioning extends Omit<ProvisioningOptions, 'schemas'> {
  /** Locked by the transaction. */
  schema: AttributeSchema;
}

const isIdentity = (identity: { issuer: string; subject: string }): boolean =>
  [identity.issuer, identity.subject].every((part) => part !== '' && isText(part)) &&
  fitsIdentity(identity);

/** A concurrent transaction changed the same user. The request must be evaluated again. */
export class ConcurrentChange extends Error {}

/** Maximum federated logins per user. */
const maxIdentities = 20;

const refused = (reason: string): Provisioned => ({ outcome: 'REFUSED', userId: '', reason });

/** The identity of a login, as stored with its user. */
const identityOf = ({ identity, directoryId }: ProvisionUserRequest): UserIdentity[] =>
  identity
    ? [
        {
          issuer: identity.issuer,
          subject: identity.subject,
          directoryId: directoryId || null,
          linkedAt: new Date().toISOString(),
        },
      ]
    : [];

/**
 * The user's identities with that of the login: the person already has it, or has just proven
 * ownership of the account.
 */
function linkedIdentities(user: UserRecord, request: ProvisionUserRequest): UserIdentity[] {
  const isLinked = user.identities.some(
    ({ issuer, subject }) =>
      issuer === request.identity?.issuer && subject === request.identity.subject,
  );
  return isLinked ? user.identities : [...user.identities, ...identityOf(request)];
}

/**
 * The organization of the directory that the user signs in at; null for social connectors and for
 * directories of the tenant.
 */
const ownOrganizationOf = async (tx: Tx, { directoryId }: ProvisionUserRequest) =>
  (await directoryById(tx, directoryId))?.organizationId ?? null;

/**
 * Attributes without unique values that another user has: they cannot be corrected at a sign-in.
 */
async function withoutTakenValues(
  tx: Tx,
  schema: AttributeSchema,
  before: UserAttributes & { id?: string },
  attributes: UserAttributes,
): Promise<UserAttributes> {
  const { metadata: after } = attributes;
  const change = { entityId: before.id, before: before.metadata, after };
  return { ...attributes, metadata: await fittingUnique(tx, schema, change) };
}

async function provisionKnown(
  tx: Tx,
  user: UserRecord,
  request: ProvisionUserRequest,
  { limits, schema, hasRole }: Provisioning,
): Promise<Provisioned> {
  if (user.statusReason === 'erasure') return refused('erasure_pending');
  const identities = linkedIdentities(user, request);
  if (identities.length > maxIdentities) return refused('too_many_identities');
  const wanted = provisionedAttributes(user, request, schema);
  const fitting = await fittingIdentifiers(tx, user, wanted, user.id);
  const attributes = await withoutTakenValues(tx, schema, user, fitting);
  const { user: after, changed } = await changeAttributes(
    tx,
    user,
    { ...attributes, identities },
    { limits, schema, origin: 'jit', writer: 'source' },
  );
  const ownOrganizationId = await ownOrganizationOf(tx, request);
  const isMoved = await applyMembershipActions(tx, after, request.actions, {
    ownOrganizationId,
    hasRole,
  });
  const hasJoined = await joinByDomain(tx, after);
  return {
    outcome: changed.length > 0 || isMoved || hasJoined ? 'UPDATED' : 'MATCHED',
    userId: user.id,
    reason: '',
  };
}

/**
 * Attributes of a new user. A form sign-up reports invalid values; a sign-in cannot correct them.
 */
async function newcomerAttributes(
  tx: Tx,
  request: ProvisionUserRequest,
  schema: AttributeSchema,
): Promise<UserAttributes> {
  const wanted = provisionedAttributes(emptyAttributes, request, schema);
  if (!request.identity) return wanted;
  const fitting = await fittingIdentifiers(tx, emptyAttributes, wanted, undefined);
  return withoutTakenValues(tx, schema, emptyAttributes, fitting);
}

/**
 * Creates the user, and takes the address from a user who has never proven it. Makes every check
 * before the first write.
 */
async function provisionNew(
  tx: Tx,
  request: ProvisionUserRequest,
  options: Provisioning,
  holderId: string | undefined,
): Promise<Provisioned> {
  const create = request.actions.find((a) => a.create)?.create;
  if (request.identity && !create) return refused('account_not_provisioned');
  const status = create?.status === 'suspended' ? 'suspended' : 'active';
  const attributes = await newcomerAttributes(tx, request, options.schema);
  if (request.identity && !isReachable(attributes)) return refused('identifier_missing');
  if (request.identity && (await userAllowance(tx, options.limits)) === 0)
    return refused('user_limit_reached');
  const displaced = holderId === undefined ? undefined : await lockUser(tx, holderId);
  if (displaced) await displace(tx, displaced, options, 'jit');
  const user = await addUser(
    tx,
    { attributes, status, identities: identityOf(request), writer: 'source' },
    options,
  );
  // An erasure that this transaction waited for has freed the address, and has suppressed it by
  // now.
  if (await isSuppressed(tx, options.suppressionKeys, request))
    throw new ConcurrentChange('the user was erased in the meantime');
  await tx.publish({
    type: 'user.created',
    subject: { type: 'user', id: user.id },
    data: { user: publishedUser(user, options.schema), origin: 'jit' },
  });
  const ownOrganizationId = await ownOrganizationOf(tx, request);
  await applyMembershipActions(tx, user, request.actions, {
    ownOrganizationId,
    hasRole: options.hasRole,
  });
  await joinByDomain(tx, user);
  return { outcome: 'CREATED', userId: user.id, reason: '' };
}

/**
 * Finds or creates the user behind a login: by federated identity, or by an address that the
 * directory of the login is authoritative for. The owner of any other verified address must log in
 * to prove it (LINK_REQUIRED), so that no upstream can take over a user.
 */
export async function provisionUser(
  tx: Tx,
  request: ProvisionUserRequest,
  { schemas, ...rest }: ProvisioningOptions,
): Promise<Provisioned> {
  const options: Provisioning = { ...rest, schema: await schemas.hold(tx, 'user') };
  if (request.identity && !isIdentity(request.identity)) return refused('identity_invalid');
  const known = request.identity
    ? await resolveUser(tx, { identity: request.identity })
    : { outcome: 'not_found' as const };
  const user = known.outcome === 'found' ? await lockUser(tx, known.userId) : undefined;
  if (user && request.userId !== '' && request.userId !== user.id) return refused('identity_taken');
  const proven = request.userId === '' ? undefined : await lockUser(tx, request.userId);
  if (user ?? proven) return provisionKnown(tx, (user ?? proven)!, request, options);
  if (options.isErased(request) || (await isSuppressed(tx, options.suppressionKeys, request)))
    return refused('erased_subject');
  const key = request.email ? emailKey(request.email) : undefined;
  if (request.email && key === undefined) return refused('email_invalid');
  const holder = key === undefined ? undefined : await findIdentifierHolder(tx, 'email', key);
  // The user with the address may have received this same identity since the look-up.
  if (
    holder &&
    request.identity &&
    (await resolveUser(tx, { identity: request.identity })).outcome === 'found'
  )
    throw new ConcurrentChange('another login with the same identity was first');
  const matched = holder && (await matchedByAddress(tx, request, holder));
  if (matched) return provisionKnown(tx, matched, request, options);
  if (holder && (holder.verified || !request.emailVerified))
    return { outcome: 'LINK_REQUIRED', userId: holder.userId, reason: 'email_in_use' };
  return provisionNew(tx, request, options, holder?.userId);
}

/** Whether the person of a login is not a user yet. */
export async function isNewcomer(
  tx: Tx,
  { identity, userId }: Pick<ProvisionUserRequest, 'identity' | 'userId'>,
): Promise<boolean> {
  if (userId !== '') return false;
  return !identity || (await resolveUser(tx, { identity })).outcome !== 'found';
}
