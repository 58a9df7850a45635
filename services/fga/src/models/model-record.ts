import type { FgaModelResource, FgaModelSummaryResource } from '@platform/contracts';
import { contentVersion } from '@platform/kit/http';
import type { ModelRecord, ModelSummaryRecord } from './model-store.ts';

/** How a model stands to the store. */
export interface ModelStanding {
  active: boolean;
  created: boolean;
}

/** A model as lists show it. */
export const modelSummary = (
  {
    id,
    checksum,
    bytes,
    description,
    createdAt,
    createdBy,
    activatedAt,
    warnings,
  }: ModelSummaryRecord,
  { active, created }: ModelStanding,
): FgaModelSummaryResource => ({
  id,
  schemaVersion: '1.1',
  checksum,
  bytes,
  active,
  description,
  createdAt: createdAt.toISOString(),
  createdBy,
  activatedAt: activatedAt?.toISOString() ?? null,
  created,
  warnings,
});

/** A model as the API answers it. */
export const modelResource = (record: ModelRecord, standing: ModelStanding): FgaModelResource => ({
  ...modelSummary(record, standing),
  model: record.model as unknown as Record<string, unknown>,
  dsl: record.dsl,
});

/** A model never changes; how it stands does. */
export const modelVersion = ({ id, activatedAt }: ModelRecord, active: boolean): string =>
  contentVersion([id, activatedAt, active]);
