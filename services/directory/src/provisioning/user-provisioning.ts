import { UpdateUserRequest, isText } from '@platform/contracts';
import type { Tx } from '@platform/kit/database';
import type { UserUpdate } from '@platform/contracts';
import type { ProvisionAction, ProvisionUserRequest } from '@platform/protos';
import { parseJson } from '@platform/kit/http';
import { fittingMetadata } from '../attribute-schema/attribute-schema.ts';
import type { AttributeSchema, AttributeSchemas } from '../attribute-schema/attribute-schema.ts';
import type { IsErased } from '../suppressions/erased-people.ts';
import { isSuppressed } from '../suppressions/suppressions.ts';
import { addMembership, endMembership, lockMembership } from '../organizations/organizations.ts';
import { emailKey } from '../users/email-address.ts';
import { patchedAttributes } from '../users/user-changes.ts';
import { fitsIdentity } from '../users/user-identifiers.ts';
import { emptyAttributes, publishedUser } from '../users/user-record.ts';
import type { UserAttributes, UserIdentity, UserRecord } from '../users/user-record.ts';
import { resolveUser } from '../users/user-resolution.ts';
import { findIdentifierHolder, lockUser } from '../users/users.ts';
import { addUser } from '../users/user-creation.ts';
import { changeAttributes } from '../users/user-update.ts';
import type { UserLimits } from '../users/user-writing.ts';
import { displace } from './address-displacement.ts';
import { joinByDomain } from './domain-enrollment.ts';

/** How a login was answered. */
export interface Provisioned {
  outcome: 'CREATED' | 'UPDATED' | 'MATCHED' | 'LINK_REQUIRED' | 'REFUSED';
  userId: string;
  reason: string;
}

/** What provisioning needs besides the transaction. */
export interface ProvisioningOptions {
  limits: UserLimits;
  schemas: AttributeSchemas;
  suppressionKeys: readonly Buffer[];
  /** What compliance said of a newcomer before the transaction was opened. */
  isErased: IsErased;
}

/** One run of it. */
interface Provisioning extends Omit<ProvisioningOptions, 'schemas'> {
  /** Held by the transaction. */
  schema: AttributeSchema;
}

const isIdentity = (identity: { issuer: string; subject: string }): boolean =>
  [identity.issuer, identity.subject].every((part) => part !== '' && isText(part)) &&
  fitsIdentity(identity);

/** Something of the same user was committed meanwhile: the same request, looked at anew, has another answer. */
export class Outrun extends Error {}

const refused = (reason: string): Provisioned => ({ outcome: 'REFUSED', userId: '', reason });

const fromJson = (json: string): unknown => parseJson(Buffer.from(json));

/** `displayName` or `metadata.plan` with a value, as a merge patch; undefined when it fits no member. */
function patchFor({
  to,
  valueJson,
}: {
  to: string;
  valueJson: string;
}): Record<string, unknown> | undefined {
  const [member = '', ...path] = to.split('.');
  if (path.length > 0 && member !== 'metadata') return undefined;
  const value = fromJson(valueJson);
  return path.length === 0
    ? { [member]: value }
    : {
        metadata: path.reduceRight<unknown>((inner, key) => ({ [key]: inner }), value) as Record<
          string,
          unknown
        >,
      };
}

const isEmpty = (value: unknown): boolean =>
  value === null ||
  value === undefined ||
  value === false ||
  (Array.isArray(value) && value.length === 0);

const valueAt = (user: UserAttributes, to: string): unknown =>
  to
    .split('.')
    .reduce<unknown>((node, key) => (node as Record<string, unknown> | undefined)?.[key], user);

/** Members that are made of others: what does not fit is left out of them, not with them. */
const compound: ReadonlySet<PropertyKey> = new Set(['name', 'metadata']);

function leaveOut(
  patch: Record<PropertyKey, unknown>,
  [member, inner]: readonly PropertyKey[],
): void {
  if (member === undefined) return;
  const within = patch[member] as Record<PropertyKey, unknown>;
  if (compound.has(member) && inner !== undefined && Object.hasOwn(within ?? {}, inner))
    delete within[inner];
  else delete patch[member];
}

/** What of a patch fits: an identity provider sends what it likes, and nobody is kept out for a value of theirs. */
function fitting(patch: Record<string, unknown>): UserUpdate {
  const left = structuredClone(patch);
  for (;;) {
    const { data, error } = UpdateUserRequest.safeParse(left);
    if (!error) return data;
    for (const issue of error.issues) {
      for (const key of issue.code === 'unrecognized_keys' ? issue.keys : [undefined])
        leaveOut(left, key === undefined ? issue.path : [...issue.path, key]);
    }
  }
}

/** Attributes after the profile and the `set_attribute` actions; a value that fits no member is left out. */
function provisionedAttributes(
  before: UserAttributes,
  request: ProvisionUserRequest,
  schema: AttributeSchema,
): UserAttributes {
  const patches: Record<string, unknown>[] = [];
  const isNew = before === emptyAttributes;
  if (isNew && request.profileJson)
    patches.push(fromJson(request.profileJson) as Record<string, unknown>);
  if (isNew && request.attributesJson) patches.push({ metadata: fromJson(request.attributesJson) });
  if (isNew && request.email)
    patches.push({ email: request.email, emailVerified: request.emailVerified });
  for (const { setAttribute } of request.actions) {
    if (!setAttribute || (!setAttribute.overwrite && !isEmpty(valueAt(before, setAttribute.to))))
      continue;
    const patch = patchFor(setAttribute);
    if (patch) patches.push(patch);
  }
  const after = patches.reduce<UserAttributes>((user, patch) => {
    const { status: _status, ...rest } = patch;
    return patchedAttributes(user, fitting(rest));
  }, before);
  const metadata = fittingMetadata(schema, {
    before: before.metadata,
    after: after.metadata,
    writer: 'source',
    how: isNew ? 'create' : 'patch',
  });
  return { ...after, metadata };
}

/** Memberships that the rules give and take. */
async function applyMemberships(
  tx: Tx,
  user: UserRecord,
  actions: readonly ProvisionAction[],
): Promise<boolean> {
  let changed = false;
  for (const { join, leave } of actions) {
    if (join) {
      const before = await lockMembership(tx, join.organizationId, user.id);
      const after = await addMembership(tx, {
        organizationId: join.organizationId,
        user,
        roles: join.roles,
        source: 'jit',
      });
      changed ||= after !== undefined && after.version !== before?.version;
    }
    const membership = leave && (await lockMembership(tx, leave.organizationId, user.id));
    if (membership && !membership.sources.includes('directory')) {
      await endMembership(tx, membership, user);
      changed = true;
    }
  }
  return changed;
}

/** The identity of a login, as it is kept with its user. */
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

/** The user's identities with that of the login: whoever comes here has it, or has just proven to own the account. */
function linkedIdentities(user: UserRecord, request: ProvisionUserRequest): UserIdentity[] {
  const isLinked = user.identities.some(
    ({ issuer, subject }) =>
      issuer === request.identity?.issuer && subject === request.identity.subject,
  );
  return isLinked ? user.identities : [...user.identities, ...identityOf(request)];
}

async function provisionKnown(
  tx: Tx,
  user: UserRecord,
  request: ProvisionUserRequest,
  { limits, schema }: Provisioning,
): Promise<Provisioned> {
  if (user.statusReason === 'erasure') return refused('erasure_pending');
  const { user: after, changed } = await changeAttributes(
    tx,
    user,
    {
      ...provisionedAttributes(user, request, schema),
      identities: linkedIdentities(user, request),
    },
    { limits, schema, origin: 'jit', writer: 'source' },
  );
  const isChanged = await applyMemberships(tx, after, request.actions);
  const joined = (await joinByDomain(tx, after)) || isChanged;
  return {
    outcome: changed.length > 0 || joined ? 'UPDATED' : 'MATCHED',
    userId: user.id,
    reason: '',
  };
}

async function provisionNew(
  tx: Tx,
  request: ProvisionUserRequest,
  options: Provisioning,
): Promise<Provisioned> {
  const create = request.actions.find((a) => a.create)?.create;
  if (request.identity && !create) return refused('account_not_provisioned');
  const status = create?.status === 'suspended' ? 'suspended' : 'active';
  const user = await addUser(
    tx,
    {
      attributes: provisionedAttributes(emptyAttributes, request, options.schema),
      status,
      identities: identityOf(request),
      writer: 'source',
    },
    options,
  );
  // An erasure that we waited for has let go of the address, and says by now that nobody comes back by it.
  if (await isSuppressed(tx, options.suppressionKeys, request))
    throw new Outrun('the user was erased in the meantime');
  await tx.publish({
    type: 'user.created',
    subject: { type: 'user', id: user.id },
    data: { user: publishedUser(user, options.schema), origin: 'jit' },
  });
  await applyMemberships(tx, user, request.actions);
  await joinByDomain(tx, user);
  return { outcome: 'CREATED', userId: user.id, reason: '' };
}

/**
 * Finds or makes the user behind a login. Matched by federated identity only: an address that somebody has proven
 * must be proven again by logging in (LINK_REQUIRED), so that no upstream can take a user over.
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
  // Whoever holds the address may have come by this very identity since it was looked for.
  if (
    holder &&
    request.identity &&
    (await resolveUser(tx, { identity: request.identity })).outcome === 'found'
  )
    throw new Outrun('another login with the same identity was first');
  if (holder && (holder.verified || !request.emailVerified))
    return { outcome: 'LINK_REQUIRED', userId: holder.userId, reason: 'email_in_use' };
  const displaced = holder && (await lockUser(tx, holder.userId));
  if (displaced) await displace(tx, displaced, options, 'jit');
  return provisionNew(tx, request, options);
}

/** Is this the login of somebody who is not a user yet? */
export async function isNewcomer(
  tx: Tx,
  { identity, userId }: Pick<ProvisionUserRequest, 'identity' | 'userId'>,
): Promise<boolean> {
  if (userId !== '') return false;
  return !identity || (await resolveUser(tx, { identity })).outcome !== 'found';
}
