import { createHash } from 'node:crypto';
import type { Tx } from '@platform/kit/database';
import { problemWithReason } from '@platform/kit/problem';
import type { DefinitionRecord } from './attribute-definition.ts';
import type { AttributeSchema, Metadata } from './schema.ts';
import { listUnfilledValues } from './unfilled-value-store.ts';
import {
  deleteUniqueValue,
  findUniqueHolder,
  insertUniqueValue,
  insertUniqueValues,
} from './unique-value-store.ts';
import type { OwnedUniqueValue, UniqueValue } from './unique-value-store.ts';

export { deleteUniqueValuesOf } from './unique-value-store.ts';
export type { OwnedUniqueValue } from './unique-value-store.ts';

/**
 * The digest that values are compared by: NFKC in lower case, so that different spellings count as
 * equal.
 */
const digestOf = (value: unknown): Buffer =>
  createHash('sha256').update(String(value).normalize('NFKC').toLowerCase()).digest();

/** The row of a value that must be unique; undefined if there is no value. */
export const uniqueValue = (
  { id, entityKind, key, uniqueSince, unfilledAfter }: DefinitionRecord,
  value: unknown,
): UniqueValue | undefined =>
  uniqueSince === null || (typeof value !== 'string' && typeof value !== 'number')
    ? undefined
    : {
        definitionId: id,
        generation: uniqueSince,
        digest: digestOf(value),
        entityKind,
        key,
        value,
        isUnfilled: unfilledAfter !== null,
      };

/** Digests of stored values that may be equal to these, all of one definition. */
async function* unfilledDigests(tx: Tx, values: readonly UniqueValue[]) {
  const [first] = values;
  const given = values.map(({ value }) => value);
  for (let after: string | undefined = ''; first && after !== undefined;) {
    const page = await listUnfilledValues(tx, first, given, after);
    for (const { id, value } of page) yield { id, digest: digestOf(value) };
    after = page.at(-1)?.id;
  }
}

/**
 * The new records whose value already belongs to a record that no scan has reached. Checked after
 * the values are recorded: when a writer and a scan compete, one waits for the other's row.
 */
async function clashingUnfilled(tx: Tx, wanted: readonly OwnedUniqueValue[]): Promise<Set<string>> {
  const clashing = new Set<string>();
  const written = new Set(wanted.map(({ entityId }) => entityId));
  const unfilled = wanted.filter(({ isUnfilled }) => isUnfilled);
  for (const id of new Set(unfilled.map(({ definitionId }) => definitionId))) {
    const values = unfilled.filter(({ definitionId }) => definitionId === id);
    for await (const { id: holder, digest } of unfilledDigests(tx, values))
      for (const one of values)
        if (!written.has(holder) && one.digest.equals(digest)) clashing.add(one.entityId);
  }
  return clashing;
}

/** Records values for new records. Returns the records whose values another record has. */
export async function takeUniqueValues(
  tx: Tx,
  values: readonly OwnedUniqueValue[],
): Promise<Set<string>> {
  const taken = await insertUniqueValues(tx, values);
  for (const id of await clashingUnfilled(tx, values)) taken.add(id);
  return taken;
}

/** The unique values of a new record. */
export const uniqueValuesOf = (
  schema: AttributeSchema,
  entityId: string,
  metadata: Metadata,
): OwnedUniqueValue[] =>
  schema.unique.flatMap((definition) => {
    const value = uniqueValue(definition, metadata[definition.key]);
    return value ? [{ ...value, entityId }] : [];
  });

const takesUniqueValue = async (tx: Tx, entityId: string, value: UniqueValue): Promise<boolean> =>
  (await insertUniqueValue(tx, entityId, value)) &&
  (await clashingUnfilled(tx, [{ ...value, entityId }])).size === 0;

/**
 * Frees the unique values that a record has lost and records its new ones.
 * @throws 409 `already_exists` with the pointer of a value that another record has
 */
export async function keepUnique(
  tx: Tx,
  schema: AttributeSchema,
  { entityId, before, after }: { entityId: string; before: Metadata; after: Metadata },
): Promise<void> {
  // In the order of keys, so that concurrent writers wait for each other and do not deadlock.
  for (const definition of schema.unique) {
    const old = uniqueValue(definition, before[definition.key]);
    const wanted = uniqueValue(definition, after[definition.key]);
    if (old && wanted && old.digest.equals(wanted.digest)) continue;
    if (old) await deleteUniqueValue(tx, entityId, old);
    if (wanted && !(await takesUniqueValue(tx, entityId, wanted))) {
      throw problemWithReason('already_exists', {
        pointer: `/metadata/${definition.key}`,
        code: 'already_exists',
        detail: 'must be unique, and another record has this value',
      });
    }
  }
}

async function isTaken(tx: Tx, entityId: string, value: UniqueValue): Promise<boolean> {
  const holder = await findUniqueHolder(tx, value);
  if (holder !== undefined) return holder !== entityId;
  return (await clashingUnfilled(tx, [{ ...value, entityId }])).size > 0;
}

/**
 * The metadata to store for a writer who cannot correct it, such as a sync or a sign-in: a value that must be unique and that another
 * record already has is replaced by the previous one. If another record takes a value in the meantime, {@link keepUnique} still fails.
 * @param entityId undefined for a new record
 */
export async function fittingUnique(
  tx: Tx,
  schema: AttributeSchema,
  { entityId, before, after }: { entityId: string | undefined; before: Metadata; after: Metadata },
): Promise<Metadata> {
  const fitting = { ...after };
  for (const definition of schema.unique) {
    const { key } = definition;
    const wanted = uniqueValue(definition, after[key]);
    if (!wanted || !(await isTaken(tx, entityId ?? '', wanted))) continue;
    if (Object.hasOwn(before, key)) fitting[key] = before[key];
    else delete fitting[key];
  }
  return fitting;
}
