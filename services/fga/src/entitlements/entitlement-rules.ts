import type { CapabilityFamilies, EntitlementResource } from '@platform/contracts';
import { isoTime } from '@platform/kit/formats';
import type { EntitlementRow } from './entitlement-store.ts';

/**
 * The entitlements of a tenant, family by family, in the order of the map. A family whose
 * requirement is off is also off.
 */
export function entitlementsOf(
  families: CapabilityFamilies,
  rows: readonly EntitlementRow[],
): EntitlementResource[] {
  const stored = new Map(rows.map((row) => [row.family, row]));
  const isOn = (family: string): boolean => {
    const policy = families[family];
    if (!policy || policy.enable === 'never') return false;
    const row = stored.get(family);
    const own = policy.enable === 'always' || (row?.granted ?? row?.byDefault ?? false);
    return own && policy.requires.every(isOn);
  };
  return Object.entries(families).map(([family, { enable, areas, displayName }]) => {
    const row = enable === 'entitled' ? stored.get(family) : undefined;
    const source =
      enable === 'entitled' ? (row && row.granted !== null ? 'operator' : 'default') : enable;
    return {
      family,
      displayName,
      entitled: isOn(family),
      source,
      reason: row?.reason ?? null,
      since: row?.since.toISOString() ?? null,
      expiresAt: isoTime(row?.expiresAt),
      areas: [...areas],
    };
  });
}

/** Families that are on in exactly one of two sets. */
export const differing = (
  before: readonly EntitlementResource[],
  after: readonly EntitlementResource[],
): string[] => {
  const was = new Map(before.map((e) => [e.family, e.entitled]));
  return after.filter((e) => was.get(e.family) !== e.entitled).map((e) => e.family);
};
