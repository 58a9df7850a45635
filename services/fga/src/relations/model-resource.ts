import type { FgaModelResource, FgaModelSummaryResource } from '@platform/contracts';
import { contentVersion } from '@platform/kit/http';
import type { StoredModel } from '@platform/relations';

/** A model as lists show it. */
export const modelSummary = ({
  id,
  checksum,
  bytes,
  description,
  createdAt,
  createdBy,
  activatedAt,
  warnings,
  active,
  created,
}: Omit<StoredModel, 'model' | 'dsl'>): FgaModelSummaryResource => ({
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

export const modelResource = (stored: StoredModel): FgaModelResource => ({
  ...modelSummary(stored),
  model: stored.model as unknown as Record<string, unknown>,
  dsl: stored.dsl,
});

/** A version never changes, except for whether it is active. */
export const modelVersion = ({ id, activatedAt, active }: StoredModel): string =>
  contentVersion([id, activatedAt, active]);
