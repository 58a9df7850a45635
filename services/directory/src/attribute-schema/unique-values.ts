import { createHash } from 'node:crypto';
import type { Tx } from '@platform/kit/database';
import { because } from '@platform/kit/problem';
import type { DefinitionRecord } from './attribute-definition.ts';
import type { AttributeSchema, Metadata } from './schema.ts';
import { deleteUniqueValue, findUniqueHolder, insertUniqueValue } from './unique-value-store.ts';
import type { OwnedUniqueValue, UniqueValue } from './unique-value-store.ts';

export { deleteUniqueValuesOf, insertUniqueValues } from './unique-value-store.ts';
export type { OwnedUniqueValue } from './unique-value-store.ts';

/** What a value is compared by: NFKC in lower case, so that spellings of the same count as one. */
const digestOf = (value: unknown): Buffer =>
  createHash('sha256').update(String(value).normalize('NFKC').toLowerCase()).digest();

/** The row of a value that must be unique; undefined where there is no value. */
export const uniqueValue = (
  { id, uniqueSince }: DefinitionRecord,
  value: unknown,
): UniqueValue | undefined =>
  uniqueSince === null || (typeof value !== 'string' && typeof value !== 'number')
    ? undefined
    : { definitionId: id, generation: uniqueSince, digest: digestOf(value) };

/** The values of a new record that must be unique. */
export const uniqueValuesOf = (
  schema: AttributeSchema,
  entityId: string,
  metadata: Metadata,
): OwnedUniqueValue[] =>
  schema.unique.flatMap((definition) => {
    const value = uniqueValue(definition, metadata[definition.key]);
    return value ? [{ ...value, entityId }] : [];
  });

/**
 * Frees the unique values that a record no longer has and takes its new ones.
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
    if (wanted && !(await insertUniqueValue(tx, entityId, wanted))) {
      throw because('already_exists', {
        pointer: `/metadata/${definition.key}`,
        code: 'already_exists',
        detail: 'must be unique, and another record has this value',
      });
    }
  }
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
    const holder = wanted && (await findUniqueHolder(tx, wanted));
    if (holder === undefined || holder === entityId) continue;
    if (Object.hasOwn(before, key)) fitting[key] = before[key];
    else delete fitting[key];
  }
  return fitting;
}
