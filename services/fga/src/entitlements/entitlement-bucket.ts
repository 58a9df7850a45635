import type { CapabilityFamilies } from '@platform/contracts';
import type { RowBucket } from '@platform/kit/upkeep';
import { raiseSet } from './entitlement-set.ts';
import type { EntitlementOptions } from './entitlement-set.ts';
import { lockSet } from './entitlement-store.ts';

interface SharedFamilies {
  families: { family: string; entitled: boolean; areas: string[] }[];
}

/** The bucket of sets, for comparison with the database. */
export const entitlementBucket = (options: EntitlementOptions): RowBucket => ({
  bucket: 'entitlements',
  table: 'entitlement_sets',
  version: 'revision',
  keyOf: (tenantId) => tenantId,
  isCurrent: (shared: SharedFamilies) => isCurrent(options.families, shared),
  async share(tx, _ids, { seen, held }) {
    if ((await lockSet(tx)) !== seen) return false;
    await raiseSet(options, tx, held);
    return true;
  },
});

/** Whether shared families match the current configuration: those that are always or never on. */
const isCurrent = (configured: CapabilityFamilies, { families }: SharedFamilies): boolean =>
  families.length === Object.keys(configured).length &&
  families.every(({ family, entitled, areas }) => {
    const policy = Object.hasOwn(configured, family) ? configured[family] : undefined;
    return (
      policy !== undefined &&
      policy.areas.join() === areas.join() &&
      (policy.enable === 'entitled' || (policy.enable === 'always') === entitled)
    );
  });
