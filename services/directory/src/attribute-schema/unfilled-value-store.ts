import type { Tx } from '@platform/kit/database';
import type { EntityKind } from './attribute-definition.ts';
import { entityTables } from './stored-metadata-store.ts';
import type { StoredValue } from './stored-metadata-store.ts';

/** The attribute whose stored values are searched. */
interface Searched {
  definitionId: string;
  entityKind: EntityKind;
  key: string;
}

/**
 * What the database can compare without knowing the tables of Unicode: equal values have equal outlines, but so do others. An i is
 * left out because İ has one in lower case.
 */
const outlineOf = (value: unknown): string =>
  String(value)
    .normalize('NFKC')
    .toLowerCase()
    .replaceAll(/[^ -~]|i/g, '');

const outline = (text: string): string =>
  `regexp_replace(lower(normalize(${text}, NFKC) COLLATE "C"), '[^ -~]|i', '', 'g')`;

const pageRows = 500;

/** Records that the scan of a definition has not passed and whose value may be one of these, a page behind `after`. */
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
    [tx.context.tenantId, definitionId, key, after, values.map(outlineOf)],
  );
