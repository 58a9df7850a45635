import { createHash } from 'node:crypto';
import type { RunningService } from '@platform/kit/service';
import type { TestProperties } from './environment.ts';

/** Encryption keys by these ids, the same bytes for an id always. New values are sealed under the first. */
export const testKeys = (active: string, ...others: string[]): TestProperties => ({
  'platform.secrets.encryption.active-key-id': active,
  'platform.secrets.encryption.keys': JSON.stringify(
    Object.fromEntries(
      [active, ...others].map((id) => [id, createHash('sha256').update(id).digest('base64')]),
    ),
  ),
});

/** How many sealed values a pod counts under each key; empty where another pod looks after them. */
export async function sealedRows({
  platform,
}: Pick<RunningService, 'platform'>): Promise<Record<string, number>> {
  const metric = await platform.metrics.registry.getSingleMetric('platform_sealed_rows')?.get();
  return Object.fromEntries(
    (metric?.values ?? []).map(({ labels, value }) => [
      (labels as { key_id: string }).key_id,
      value,
    ]),
  );
}
