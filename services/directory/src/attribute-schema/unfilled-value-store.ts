import type { Tx } from '@platform/kit/database';
import type { EntityKind } from './attribute-definition.ts';
import { entityTables } from './stored-metadata-store.ts';
import type { StoredValue } from './stored-metadata-store.ts';

interface Searched {
  definitionId: string;
  entityKind: EntityKind;
  key: string;
}

/**
 * A comparison key that the database can compute without the tables of Unicode: equal values have
 * equal keys, and so may different ones. It leaves out i, because the lower case of İ contains one.
 */
const comparisonKeyOf = (value: unknown): string =>
  String(value)
    .normalize('NFKC')
    .toLowerCase()
    .replaceAll(/[^ -~]|i/g, '');

const outline = (text: string): string =>
  `regexp_replace(lower(normalize(${text}, NFKC) COLLATE "C"), '[^ -~]|i', '', 'g')`;

const pageRows = 500;

/**
 * Records that the scan of a definition has not reached and whose value may be one of these, a page
 * after `after`.
 */
export const listUnfilledValues = (
  tx: Tx,
  { definitionId, entityKind, key }: Searched,
  values: readonly unknown[],
  after: string,
): Promise<StoredValue[]> =>
  tx.rows<StoredValue & Record<string, unknown>>(
    `SELECT id, true AS is_present, metadata -> $3 AS value FROM ${entityTables[entityKind]} WHERE tenant_id = $1 AND id > $4
       AND id > (SELECT unfilled_after FROM attribute_definitions WHERE tenant_id = $1 AND id = $2)
       AND ${outline('metadata ->> $3')} = ANY ($5)
     ORDER BY id LIMIT ${pageRows}`,
    [tx.context.tenantId, definitionId, key, after, values.map(comparisonKeyOf)],
  );
