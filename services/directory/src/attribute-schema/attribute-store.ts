import type { Tx, WorkerTx } from '@platform/kit/database';
import type { DefinitionProperties, DefinitionRecord, EntityKind } from './attribute-definition.ts';

interface DefinitionRow {
  id: string;
  state: DefinitionRecord['state'];
  entityKind: EntityKind;
  key: string;
  type: DefinitionRecord['type'];
  multiValued: boolean;
  properties: DefinitionProperties;
  template: DefinitionRecord['template'];
  generation: number;
  uniqueSince: number | null;
  unfilledAfter: string | null;
  conformanceState: DefinitionRecord['conformance']['state'];
  conformanceChecked: number;
  conformanceViolations: number;
  conformanceSamples: string[];
  conformanceFinishedAt: Date | null;
  version: number;
  createdAt: Date;
  updatedAt: Date;
}

const columns = `id, state, entity_kind, key, type, multi_valued, properties, template, generation, unique_since, unfilled_after, conformance_state, conformance_checked,
  conformance_violations, conformance_samples, conformance_finished_at, version, created_at, updated_at`;

const recordOf = (row: DefinitionRow): DefinitionRecord => ({
  ...row.properties,
  id: row.id,
  state: row.state,
  entityKind: row.entityKind,
  key: row.key,
  type: row.type,
  multiValued: row.multiValued,
  template: row.template,
  generation: row.generation,
  uniqueSince: row.uniqueSince,
  unfilledAfter: row.unfilledAfter,
  conformance: {
    state: row.conformanceState,
    checked: row.conformanceChecked,
    violations: row.conformanceViolations,
    sampleIds: row.conformanceSamples,
    finishedAt: row.conformanceFinishedAt,
  },
  version: row.version,
  createdAt: row.createdAt,
  updatedAt: row.updatedAt,
});

/** Settings of a kind; version 0 where nothing was ever set. */
export interface SchemaSettings {
  unmanaged: 'allow' | 'reject';
  version: number;
}

export async function findSettings(tx: Tx, kind: EntityKind): Promise<SchemaSettings> {
  const [row] = await tx.prepared<{ unmanaged: SchemaSettings['unmanaged']; version: number }>(
    'attribute_settings',
    'SELECT unmanaged_attributes AS unmanaged, version FROM attribute_settings WHERE tenant_id = $1 AND entity_kind = $2',
    [tx.context.tenantId, kind],
  );
  return row ?? { unmanaged: 'allow', version: 0 };
}

/** Makes what pods have cached of the schema out of date. */
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
  const rows = await tx.rows<DefinitionRow>(
    `SELECT ${columns} FROM attribute_definitions WHERE tenant_id = $1 AND entity_kind = $2 ORDER BY (properties->>'order')::int, key`,
    [tx.context.tenantId, kind],
  );
  return rows.map(recordOf);
}

export async function findDefinition(tx: Tx, id: string): Promise<DefinitionRecord | undefined> {
  const row = await tx.row<DefinitionRow>(
    `SELECT ${columns} FROM attribute_definitions WHERE tenant_id = $1 AND id = $2`,
    [tx.context.tenantId, id],
  );
  return row && recordOf(row);
}

export async function lockDefinition(tx: Tx, id: string): Promise<DefinitionRecord | undefined> {
  const row = await tx.row<DefinitionRow>(
    `SELECT ${columns} FROM attribute_definitions WHERE tenant_id = $1 AND id = $2 FOR UPDATE`,
    [tx.context.tenantId, id],
  );
  return row && recordOf(row);
}

export async function insertDefinition(
  tx: Tx,
  d: DefinitionRecord,
  properties: DefinitionProperties,
): Promise<void> {
  await tx.execute(
    `INSERT INTO attribute_definitions (tenant_id, id, state, entity_kind, key, type, multi_valued, properties, scim_path, template, generation, unique_since,
       conformance_state, version, created_at, updated_at, unfilled_after) VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $15, $16)`,
    [
      tx.context.tenantId,
      d.id,
      d.state,
      d.entityKind,
      d.key,
      d.type,
      d.multiValued,
      JSON.stringify(properties),
      properties.scimPath,
      d.template ? JSON.stringify(d.template) : null,
      d.generation,
      d.uniqueSince,
      d.conformance.state,
      d.version,
      d.createdAt,
      d.unfilledAfter,
    ],
  );
}

export async function updateDefinition(
  tx: Tx,
  d: DefinitionRecord,
  properties: DefinitionProperties,
): Promise<void> {
  await tx.execute(
    `UPDATE attribute_definitions SET state = $3, properties = $4, scim_path = $5, generation = $6, unique_since = $7, conformance_state = $8, version = $9,
       updated_at = $10, unfilled_after = $11 WHERE tenant_id = $1 AND id = $2`,
    [
      tx.context.tenantId,
      d.id,
      d.state,
      JSON.stringify(properties),
      properties.scimPath,
      d.generation,
      d.uniqueSince,
      d.conformance.state,
      d.version,
      d.updatedAt,
      d.unfilledAfter,
    ],
  );
}

/** How far a scan has come, or what it found. Changes nothing that callers wrote, so no version. */
export async function writeConformance(
  tx: Tx,
  id: string,
  { state, checked, violations, sampleIds, finishedAt }: DefinitionRecord['conformance'],
): Promise<void> {
  await tx.execute(
    `UPDATE attribute_definitions SET conformance_state = $3, conformance_checked = $4, conformance_violations = $5, conformance_samples = $6,
       conformance_finished_at = $7 WHERE tenant_id = $1 AND id = $2`,
    [tx.context.tenantId, id, state, checked, violations, sampleIds, finishedAt],
  );
}

/** Notes how far the unique values of a definition are known: up to a record, or all of them. They do not become fewer. */
export async function writeFilled(tx: Tx, id: string, upTo: string | null): Promise<void> {
  await tx.execute(
    `UPDATE attribute_definitions SET unfilled_after = CASE WHEN $3::text IS NOT NULL THEN greatest(unfilled_after, $3) END
     WHERE tenant_id = $1 AND id = $2 AND unfilled_after IS NOT NULL`,
    [tx.context.tenantId, id, upTo],
  );
}

export async function deleteDefinition(tx: Tx, id: string): Promise<void> {
  await tx.execute('DELETE FROM attribute_definitions WHERE tenant_id = $1 AND id = $2', [
    tx.context.tenantId,
    id,
  ]);
}

/** Definitions to scan again, of all tenants: stored values violate them, or their scan failed before all unique values were known. */
export const listToRescan = (
  tx: WorkerTx,
  after: { tenantId: string; id: string } | undefined,
  limit: number,
): Promise<{ tenantId: string; id: string }[]> =>
  tx.rows(
    `SELECT tenant_id, id FROM attribute_definitions WHERE (conformance_state = 'violated' OR (unfilled_after IS NOT NULL AND conformance_state = 'idle')) AND ($1::text IS NULL OR (tenant_id, id) > ($1, $2::text))
     ORDER BY tenant_id, id LIMIT $3`,
    [after?.tenantId ?? null, after?.id ?? null, limit],
  );
