import { UpdateUserRequest, isText } from '@platform/contracts';
import type { Tx } from '@platform/kit/database';
import type { UserUpdate } from '@platform/contracts';
import type { ProvisionAction, ProvisionUserRequest } from '@platform/protos';
import { parseJson } from '@platform/kit/http';
import { isSuppressed } from '../data-subject/suppression-store.ts';
import { addMembership, endMembership } from '../organizations/membership-writes.ts';
import { lockMembership } from '../organizations/membership-store.ts';
import { emailKey } from './email-address.ts';
import { patchedAttributes } from './user-changes.ts';
import { identityKey } from './user-identifiers.ts';
import { attributesOf, emptyAttributes, userResource } from './user-record.ts';
import type { UserAttributes, UserIdentity, UserRecord } from './user-record.ts';
import { resolveUser } from './user-resolution.ts';
import { findIdentifierHolder, lockUser } from './user-store.ts';
import { addUser, changeAttributes } from './user-writes.ts';
import type { UserLimits } from './user-writes.ts';

/** How a login was answered. */
export interface Provisioned {
  outcome: 'CREATED' | 'UPDATED' | 'MATCHED' | 'LINK_REQUIRED' | 'REFUSED';
  userId: string;
  reason: string;
}

/** What provisioning needs besides the transaction. */
export interface ProvisioningOptions {
  limits: UserLimits;
  suppressionKeys: readonly Buffer[];
}

const maxIdentityBytes = 2048;
const isIdentity = (identity: { issuer: string; subject: string }): boolean =>
  [identity.issuer, identity.subject].every((part) => part !== '' && isText(part)) &&
  Buffer.byteLength(identityKey(identity)) <= maxIdentityBytes;

/** Something of the same person was committed meanwhile: the same request, looked at anew, has another answer. */
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
  return patches.reduce<UserAttributes>((user, patch) => {
    const { status: _status, ...rest } = patch;
    return patchedAttributes(user, fitting(rest));
  }, before);
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

async function provisionKnown(
  tx: Tx,
  user: UserRecord,
  request: ProvisionUserRequest,
  { limits }: ProvisioningOptions,
): Promise<Provisioned> {
  if (user.statusReason === 'erasure') return refused('erasure_pending');
  const { user: after, changed } = await changeAttributes(
    tx,
    user,
    provisionedAttributes(user, request),
    { limits, origin: 'jit' },
  );
  const joined = await applyMemberships(tx, after, request.actions);
  return {
    outcome: changed.length > 0 || joined ? 'UPDATED' : 'MATCHED',
    userId: user.id,
    reason: '',
  };
}

/** A proven address is taken from one who never proved it; they keep it as an additional one, unproven. */
async function displace(tx: Tx, holder: UserRecord, limits: UserLimits): Promise<void> {
  const { email } = holder;
  if (email === null) return;
  const kept = [
    ...holder.additionalEmails,
    { email, type: 'other' as const, verified: false },
  ].slice(-10);
  await changeAttributes(
    tx,
    holder,
    { ...attributesOf(holder), email: null, emailVerified: false, additionalEmails: kept },
    { limits, origin: 'jit', displaced: true },
  );
}

async function provisionNew(
  tx: Tx,
  request: ProvisionUserRequest,
  options: ProvisioningOptions,
): Promise<Provisioned> {
  const create = request.actions.find((a) => a.create)?.create;
  if (request.identity && !create) return refused('account_not_provisioned');
  const { identity, directoryId } = request;
  const identities: UserIdentity[] = identity
    ? [
        {
          issuer: identity.issuer,
          subject: identity.subject,
          directoryId: directoryId || null,
          linkedAt: new Date().toISOString(),
        },
      ]
    : [];
  const status = create?.status === 'suspended' ? 'suspended' : 'active';
  const user = await addUser(
    tx,
    { attributes: provisionedAttributes(emptyAttributes, request), status, identities },
    options.limits,
  );
  // An erasure that we waited for has let go of the address, and says by now that nobody comes back by it.
  if (await isSuppressed(tx, options.suppressionKeys, request))
    throw new Outrun('the person was erased meanwhile');
  await tx.publish({
    type: 'user.created',
    subject: { type: 'user', id: user.id },
    data: { user: userResource(user), origin: 'jit' },
  });
  await applyMemberships(tx, user, request.actions);
  return { outcome: 'CREATED', userId: user.id, reason: '' };
}

/**
 * Finds or makes the person behind a login. Matched by federated identity only: an address that somebody has proven
 * must be proven again by logging in (LINK_REQUIRED), so that no upstream can take a person over.
 */
export async function provisionUser(
  tx: Tx,
  request: ProvisionUserRequest,
  options: ProvisioningOptions,
): Promise<Provisioned> {
  if (request.identity && !isIdentity(request.identity)) return refused('identity_invalid');
  const known = request.identity
    ? await resolveUser(tx, { identity: request.identity })
    : { outcome: 'not_found' as const };
  const user = known.outcome === 'found' ? await lockUser(tx, known.userId) : undefined;
  if (user) return provisionKnown(tx, user, request, options);
  if (await isSuppressed(tx, options.suppressionKeys, request)) return refused('erased_subject');
  const key = request.email ? emailKey(request.email) : undefined;
  if (request.email && key === undefined) return refused('email_invalid');
  const holder = key === undefined ? undefined : await findIdentifierHolder(tx, 'email', key);
  // Whoever holds the address may have come by this very identity since it was looked for.
  if (
    holder &&
    request.identity &&
    (await resolveUser(tx, { identity: request.identity })).outcome === 'found'
  )
    throw new Outrun('another login of this identity was first');
  if (holder && (holder.verified || !request.emailVerified))
    return { outcome: 'LINK_REQUIRED', userId: holder.userId, reason: 'email_in_use' };
  const displaced = holder && (await lockUser(tx, holder.userId));
  if (displaced) await displace(tx, displaced, options.limits);
  return provisionNew(tx, request, options);
}
