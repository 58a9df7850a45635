import { createHash } from 'node:crypto';
import type { RunningService } from '@platform/kit/service';
import type { TestProperties } from './environment.ts';

/**
 * Returns encryption keys with these ids; an id always has the same bytes. New values are sealed
 * with the first.
 */
export const testKeys = (active: string, ...others: string[]): TestProperties => ({
  'platform.secrets.encryption.active-key-id': active,
  'platform.secrets.encryption.keys': JSON.stringify(
    Object.fromEntries(
      [active, ...others].map((id) => [id, createHash('sha256').update(id).digest('base64')]),
    ),
  ),
});

/** Returns a pod's counts of sealed values per key; empty if another pod maintains them. */
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
