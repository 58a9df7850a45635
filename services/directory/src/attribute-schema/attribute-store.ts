import { sql } from '@platform/kit/database';
import type { RowOf, Tx, WorkerTx } from '@platform/kit/database';
import { directory } from '../generated/tables.ts';
import { definitions, propertiesOf } from './attribute-definition.ts';
import type { DefinitionRecord, DefinitionRow, EntityKind } from './attribute-definition.ts';

const unfilled = definitions.only((of) => of('unfilledAfter', 'is not', null));

const recordOf = ({
  properties,
  conformanceState,
  conformanceChecked,
  conformanceViolations,
  conformanceSamples,
  conformanceFinishedAt,
  ...row
}: DefinitionRow): DefinitionRecord => ({
  ...properties,
  ...row,
  conformance: {
    state: conformanceState,
    checked: conformanceChecked,
    violations: conformanceViolations,
    sampleIds: conformanceSamples,
    finishedAt: conformanceFinishedAt,
  },
});

const settings = directory
  .table('attributeSettings')
  .pick('version')
  .compute((of) => ({ unmanaged: of.ref('unmanagedAttributes') }));

/** Settings of a kind; version 0 if none were ever set. */
export type SchemaSettings = RowOf<typeof settings>;

export async function findSettings(tx: Tx, kind: EntityKind): Promise<SchemaSettings> {
  const [row] = await tx.prepared<SchemaSettings>(
    'attribute_settings',
    'SELECT unmanaged_attributes AS unmanaged, version FROM attribute_settings WHERE tenant_id = $1 AND entity_kind = $2',
    [tx.context.tenantId, kind],
  );
  return row ?? { unmanaged: 'allow', version: 0 };
}

/** Invalidates the schemas that pods have cached. */
export async function bumpSchema(
  tx: Tx,
  kind: EntityKind,
  unmanaged?: SchemaSettings['unmanaged'],
): Promise<void> {
  await tx.execute(
    `INSERT INTO attribute_settings AS s (tenant_id, entity_kind, unmanaged_attributes) VALUES ($1, $2, coalesce($3, 'allow'))
     ON CONFLICT (tenant_id, entity_kind) DO UPDATE SET unmanaged_attributes = coalesce($3, s.unmanaged_attributes), version = s.version + 1`,
    [tx.context.tenantId, kind, unmanaged ?? null],
  );
}

/** In the order of forms. */
export async function listDefinitions(tx: Tx, kind: EntityKind): Promise<DefinitionRecord[]> {
  const rows = await tx.rows(
    definitions
      .select(tx)
      .where('entityKind', '=', kind)
      .orderBy(sql`(properties->>'order')::int`)
      .orderBy('key'),
  );
  return rows.map(recordOf);
}

export async function findDefinition(tx: Tx, id: string): Promise<DefinitionRecord | undefined> {
  const row = await definitions.find(tx, { id });
  return row && recordOf(row);
}

export async function lockDefinition(tx: Tx, id: string): Promise<DefinitionRecord | undefined> {
  const row = await definitions.lock(tx, { id });
  return row && recordOf(row);
}

const columnsOf = (d: DefinitionRecord) => ({
  state: d.state,
  properties: propertiesOf(d),
  scimPath: d.scimPath,
  generation: d.generation,
  uniqueSince: d.uniqueSince,
  unfilledAfter: d.unfilledAfter,
  conformanceState: d.conformance.state,
  version: d.version,
  updatedAt: d.updatedAt,
});

export const insertDefinition = (tx: Tx, d: DefinitionRecord): Promise<number> => {
  const { id, entityKind, key, type, multiValued, template, createdAt } = d;
  const identity = { id, entityKind, key, type, multiValued, createdAt };
  return definitions.insert(tx, { ...identity, template, ...columnsOf(d) });
};

export const updateDefinition = (tx: Tx, d: DefinitionRecord): Promise<number> =>
  definitions.update(tx, { id: d.id }, columnsOf(d));

/**
 * Writes a scan's progress or result. Keeps the version, because nothing that callers write has
 * changed.
 */
export const writeConformance = (
  tx: Tx,
  id: string,
  { state, checked, violations, sampleIds, finishedAt }: DefinitionRecord['conformance'],
): Promise<number> =>
  definitions.update(
    tx,
    { id },
    {
      conformanceState: state,
      conformanceChecked: checked,
      conformanceViolations: violations,
      conformanceSamples: sampleIds,
      conformanceFinishedAt: finishedAt,
    },
  );

/**
 * Records how far the unique values of a definition are known: up to a record, or all of them.
 * Never moves back.
 */
export const writeFilled = (tx: Tx, id: string, upTo: string | null): Promise<number> =>
  unfilled.update(
    tx,
    { id },
    { unfilledAfter: upTo === null ? null : sql<string>`greatest(unfilled_after, ${upTo})` },
  );

export const deleteDefinition = (tx: Tx, id: string): Promise<number> =>
  definitions.delete(tx, { id });

/**
 * Definitions of all tenants to scan again: stored values violate them, or their scan failed before
 * all unique values were known.
 */
export const listToRescan = (
  tx: WorkerTx,
  after: { tenantId: string; id: string } | undefined,
  limit: number,
): Promise<{ tenantId: string; id: string }[]> => {
  const all = directory.query
    .selectFrom('attributeDefinitions')
    .select(['tenantId', 'id'])
    .where((of) =>
      of.or([
        of('conformanceState', '=', 'violated'),
        of.and([of('unfilledAfter', 'is not', null), of('conformanceState', '=', 'idle')]),
      ]),
    )
    .orderBy('tenantId')
    .orderBy('id')
    .limit(limit);
  if (after === undefined) return tx.rows(all);
  const { tenantId, id } = after;
  return tx.rows(all.where((of) => of(of.refTuple('tenantId', 'id'), '>', of.tuple(tenantId, id))));
};
