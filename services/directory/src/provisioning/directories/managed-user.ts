import type { Tx } from '@platform/kit/database';
import { emailKey } from '@platform/kit/formats';
import { problemWithReason } from '@platform/kit/problem';
import {
  fittingMetadata,
  fittingUnique,
  typedMetadata,
} from '../../attribute-schema/attribute-schema.ts';
import { speaksFor } from '../../domains/domains.ts';
import { isSame } from '../../json/json-equality.ts';
import { patchedAttributes } from '../../users/user-changes.ts';
import { emptyAttributes, publishedUser } from '../../users/user-record.ts';
import type { UserAttributes, UserRecord } from '../../users/user-record.ts';
import { usernameKey } from '../../users/user-name.ts';
import { findIdentifierHolder } from '../../users/users.ts';
import { addUser } from '../../users/user-creation.ts';
import { changeAttributes } from '../../users/user-update.ts';
import { mappedUpdate, targetPointer } from './attribute-mapping.ts';
import type { Mapped, MappedValues } from './attribute-mapping.ts';
import type { ProvisioningProblem } from './directory-user-record.ts';
import type { Provisioning } from './provisioning.ts';

/** The user that a directory wrote, and the parts of the resource that did not fit. */
interface Written {
  user: UserRecord;
  problems: ProvisioningProblem[];
}

/**
 * Omits a user name that another user of the tenant has: another organization's directory must not
 * lock people out.
 */
async function withoutTakenName(
  tx: Tx,
  { values, problems }: Mapped,
  userId: string | undefined,
): Promise<Mapped> {
  const username = values.get('username');
  const key = typeof username === 'string' ? usernameKey(username) : undefined;
  const holder = key === undefined ? undefined : await findIdentifierHolder(tx, 'username', key);
  if (!holder || holder.userId === userId) return { values, problems };
  if (!values.has('email'))
    throw problemWithReason('already_exists', {
      pointer: '/userName',
      code: 'already_exists',
      detail: 'Another user of the tenant has this user name; send an e-mail address as well',
    });
  const rest = new Map(values);
  rest.delete('username');
  const detail = 'is already used by another user of the tenant';
  return { values: rest, problems: [...problems, { pointer: '/username', detail }] };
}

/** Whether an address is verified: if its domain is. An unchanged address keeps its state. */
async function isProven(
  tx: Tx,
  { directory }: Provisioning,
  before: UserAttributes,
  email: unknown,
): Promise<boolean> {
  if (typeof email !== 'string') return before.emailVerified;
  const isSameAddress = before.email !== null && emailKey(before.email) === emailKey(email);
  return (isSameAddress && before.emailVerified) || speaksFor(tx, directory, email);
}

/**
 * The attributes of a user after the directory's mapping. Invalid metadata keeps its previous
 * value.
 */
async function attributesAfter(
  tx: Tx,
  provisioning: Provisioning,
  before: UserAttributes & { id?: string },
  { values, managed }: { values: MappedValues; managed: readonly string[] },
): Promise<{ attributes: UserAttributes; problems: ProvisioningProblem[] }> {
  const { schema } = provisioning.writing;
  const update = mappedUpdate(values, managed);
  const emailVerified = await isProven(tx, provisioning, before, values.get('email'));
  const attributes = patchedAttributes(before, { ...update, emailVerified });
  const typed = typedMetadata(schema, before.metadata, attributes.metadata);
  const valid = fittingMetadata(schema, {
    before: before.metadata,
    after: typed,
    writer: 'source',
    how: before === emptyAttributes ? 'create' : 'patch',
  });
  const metadata = await fittingUnique(tx, schema, {
    entityId: before.id,
    before: before.metadata,
    after: valid,
  });
  const problems = Object.keys(typed)
    .filter((key) => !isSame(metadata[key], typed[key]))
    .map((key) => ({
      pointer: targetPointer(`metadata.${key}`),
      detail: isSame(valid[key], typed[key])
        ? 'must be unique, and another user has this value'
        : 'does not match the attribute schema',
    }));
  return { attributes: { ...attributes, metadata }, problems };
}

const pointersOf = (values: MappedValues): string[] =>
  [...values.keys()].map(targetPointer).toSorted();

/** Creates the user for a resource. The directory manages it from the start. */
export async function createManagedUser(
  tx: Tx,
  provisioning: Provisioning,
  mapped: Mapped,
  status: 'active' | 'deactivated',
): Promise<Written> {
  const { directory, origin, writing } = provisioning;
  const { values, problems } = await withoutTakenName(tx, mapped, undefined);
  const made = await attributesAfter(tx, provisioning, emptyAttributes, { values, managed: [] });
  const user = await addUser(
    tx,
    {
      attributes: made.attributes,
      status,
      writer: 'source',
      managedBy: { directoryId: directory.id, attributes: pointersOf(values) },
      ...(status === 'deactivated' ? { statusReason: 'directory' as const } : {}),
    },
    writing,
  );
  await tx.publish({
    type: 'user.created',
    subject: { type: 'user', id: user.id },
    data: { user: publishedUser(user, writing.schema), origin },
  });
  return { user, problems: [...problems, ...made.problems] };
}

/**
 * Writes the members that the directory maps. Clears those that it mapped before and has no value
 * for now.
 */
export async function updateManagedUser(
  tx: Tx,
  provisioning: Provisioning,
  user: UserRecord,
  mapped: Mapped,
): Promise<Written> {
  const { directory, origin, writing } = provisioning;
  const { values, problems } = await withoutTakenName(tx, mapped, user.id);
  const isManager = user.managedBy?.directoryId === directory.id;
  const managed = isManager ? (user.managedBy?.attributes ?? []) : [];
  const after = await attributesAfter(tx, provisioning, user, { values, managed });
  const managedBy = {
    ...user.managedBy,
    directoryId: directory.id,
    attributes: pointersOf(values),
  };
  const { user: written } = await changeAttributes(
    tx,
    user,
    { ...after.attributes, managedBy },
    { ...writing, origin, writer: 'source' },
  );
  return { user: written, problems: [...problems, ...after.problems] };
}
