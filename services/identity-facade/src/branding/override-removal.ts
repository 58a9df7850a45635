import type { BrandingOverride } from '@platform/contracts';
import type { Tx } from '@platform/kit/database';
import { lockBranding } from './branding-store.ts';
import { writeBranding } from './branding-write.ts';

/** Drops the overrides of an application or organization that no longer exists. */
export async function removeOverrides(
  tx: Tx,
  isOfDeleted: (override: BrandingOverride) => boolean,
  now: Date,
): Promise<void> {
  const before = await lockBranding(tx);
  const overrides = before?.settings.overrides ?? [];
  const kept = overrides.filter((each) => !isOfDeleted(each));
  if (!before || kept.length === overrides.length) return;
  const { customCss } = before;
  await writeBranding(
    tx,
    before,
    { settings: { ...before.settings, overrides: kept }, customCss },
    now,
  );
}
