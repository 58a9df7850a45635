import { arrayLiteral } from '@platform/kit/database';
import type { RowOf, Tx } from '@platform/kit/database';
import { directory } from '../generated/tables.ts';
import type { EntityKind } from './attribute-definition.ts';

const uniqueValues = directory.table('uniqueAttributeValues');

type UniqueValueRow = RowOf<typeof uniqueValues>;
type UniqueValueKey = Omit<UniqueValueRow, 'entityId'>;

/** A value that only one record may have. */
export interface UniqueValue extends UniqueValueKey {
  entityKind: EntityKind;
  key: string;
  value: string | number;
  /** Whether the scan has not yet recorded the values of all records. */
  isUnfilled: boolean;
}

/**
 * Records a value for a record; false if another record has it. Waits for a competing open
 * transaction.
 */
export async function insertUniqueValue(
  tx: Tx,
  entityId: string,
  { definitionId, generation, digest }: UniqueValueKey,
): Promise<boolean> {
  const key = { definitionId, generation, digest };
  if ((await uniqueValues.insertIfAbsent(tx, { ...key, entityId })) === 1) return true;
  return (await findUniqueHolder(tx, key)) === entityId;
}

/** The record that has a value. */
export const findUniqueHolder = async (
  tx: Tx,
  { definitionId, generation, digest }: UniqueValueKey,
): Promise<string | undefined> =>
  (await uniqueValues.pick('entityId').find(tx, { definitionId, generation, digest }))?.entityId;

/** A unique value with the record that it is recorded for. */
export interface OwnedUniqueValue extends UniqueValue {
  entityId: string;
}

/**
 * Records values for new records, in an order that all writers share. Returns the records whose
 * values another record has.
 */
export async function insertUniqueValues(
  tx: Tx,
  values: readonly UniqueValueRow[],
): Promise<Set<string>> {
  if (values.length === 0) return new Set();
  const params = [
    tx.context.tenantId,
    arrayLiteral(values.map((v) => v.definitionId)),
    arrayLiteral(values.map((v) => v.generation)),
    arrayLiteral(values.map((v) => `\\x${v.digest.toString('hex')}`)),
    arrayLiteral(values.map((v) => v.entityId)),
  ];
  const given = `unnest($2::text[], $3::bigint[], $4::bytea[], $5::text[]) AS v (definition_id, generation, digest, entity_id)`;
  const taken = await tx.execute(
    `INSERT INTO unique_attribute_values (tenant_id, definition_id, generation, digest, entity_id)
     SELECT $1, definition_id, generation, digest, entity_id FROM ${given}
     ORDER BY definition_id, digest ON CONFLICT DO NOTHING`,
    params,
  );
  if (taken === values.length) return new Set();
  const rows = await tx.rows<Pick<UniqueValueRow, 'entityId'>>(
    `SELECT v.entity_id FROM ${given} JOIN unique_attribute_values u ON u.tenant_id = $1 AND u.definition_id = v.definition_id
       AND u.generation = v.generation AND u.digest = v.digest WHERE u.entity_id <> v.entity_id`,
    params,
  );
  return new Set(rows.map((row) => row.entityId));
}

export const deleteUniqueValue = (
  tx: Tx,
  entityId: string,
  { definitionId, generation, digest }: UniqueValueKey,
): Promise<number> => uniqueValues.delete(tx, { definitionId, generation, digest, entityId });

/** Frees every value of a deleted record. */
export const deleteUniqueValuesOf = (tx: Tx, entityId: string): Promise<number> =>
  uniqueValues.delete(tx, { entityId });

const stepRows = 1_000;

/** Removes about a thousand obsolete values of a definition; true if there may be more. */
export async function deleteStaleUniqueValues(
  tx: Tx,
  definitionId: string,
  currentGeneration: number | null,
): Promise<boolean> {
  const removed = await tx.execute(
    `DELETE FROM unique_attribute_values u USING (
       SELECT generation, digest FROM unique_attribute_values WHERE tenant_id = $1 AND definition_id = $2 AND generation IS DISTINCT FROM $3 LIMIT ${stepRows}) AS stale
     WHERE u.tenant_id = $1 AND u.definition_id = $2 AND u.generation = stale.generation AND u.digest = stale.digest`,
    [tx.context.tenantId, definitionId, currentGeneration],
  );
  return removed === stepRows;
}
