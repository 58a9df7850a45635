import { UpdateUserRequest } from '@platform/contracts';
import type { UserUpdate } from '@platform/contracts';
import type { ProvisionUserRequest } from '@platform/protos';
import { parseJson } from '@platform/kit/http';
import { fittingMetadata, typedMetadata } from '../../attribute-schema/attribute-schema.ts';
import type { AttributeSchema } from '../../attribute-schema/attribute-schema.ts';
import { isManagedTarget } from '../../users/managed-members.ts';
import { patchedAttributes } from '../../users/user-changes.ts';
import { emptyAttributes } from '../../users/user-record.ts';
import type { UserAttributes, UserManager } from '../../users/user-record.ts';

type SetAttribute = NonNullable<ProvisionUserRequest['actions'][number]['setAttribute']>;

const fromJson = (json: string): unknown => parseJson(Buffer.from(json));

/** Members with parts of their own: an invalid part is dropped without dropping the rest. */
const compound: ReadonlySet<PropertyKey> = new Set(['name', 'metadata']);

/**
 * A merge patch that sets `displayName`, `name.givenName` or `metadata.plan`; undefined if there is
 * no such member.
 */
function patchFor({ to, valueJson }: SetAttribute): Record<string, unknown> | undefined {
  const [member = '', ...path] = to.split('.');
  if (path.length > 0 && !compound.has(member)) return undefined;
  const value = fromJson(valueJson);
  return { [member]: path.reduceRight<unknown>((inner, key) => ({ [key]: inner }), value) };
}

const isEmpty = (value: unknown): boolean =>
  value === null ||
  value === undefined ||
  value === false ||
  (Array.isArray(value) && value.length === 0);

const valueAt = (user: UserAttributes, to: string): unknown =>
  to
    .split('.')
    .reduce<unknown>((node, key) => (node as Record<string, unknown> | null)?.[key], user);

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

/** The valid values of a patch: an identity provider's value never blocks a sign-in. */
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

/** The initial profile of a new user, as patches. */
function firstPatches(request: ProvisionUserRequest): Record<string, unknown>[] {
  const { profileJson, attributesJson, email, emailVerified } = request;
  return [
    ...(profileJson ? [fromJson(profileJson) as Record<string, unknown>] : []),
    ...(attributesJson ? [{ metadata: fromJson(attributesJson) }] : []),
    ...(email ? [{ email, emailVerified }] : []),
  ];
}

/** Whether a rule writes this attribute. Attributes that a directory manages are never written. */
const isWritten = (
  before: UserAttributes,
  managedBy: UserManager | null,
  { to, overwrite }: SetAttribute,
): boolean => !isManagedTarget(managedBy, to) && (overwrite || isEmpty(valueAt(before, to)));

/**
 * Attributes after the profile and the `set_attribute` actions, without values that fit no member.
 */
export function provisionedAttributes(
  before: UserAttributes & { managedBy?: UserManager | null },
  request: ProvisionUserRequest,
  schema: AttributeSchema,
): UserAttributes {
  const isNew = before === emptyAttributes;
  const patches = isNew ? firstPatches(request) : [];
  for (const { setAttribute } of request.actions) {
    if (!setAttribute || !isWritten(before, before.managedBy ?? null, setAttribute)) continue;
    const patch = patchFor(setAttribute);
    if (patch) patches.push(patch);
  }
  const after = patches.reduce<UserAttributes>((user, patch) => {
    const { status: _status, ...rest } = patch;
    return patchedAttributes(user, fitting(rest));
  }, before);
  const metadata = fittingMetadata(schema, {
    before: before.metadata,
    after: typedMetadata(schema, before.metadata, after.metadata),
    writer: 'source',
    how: isNew ? 'create' : 'patch',
  });
  return { ...after, metadata };
}
