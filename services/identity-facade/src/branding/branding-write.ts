import { createHash } from 'node:crypto';
import type { BrandingSettings, BrandingOverride } from '@platform/contracts';
import type { Tx } from '@platform/kit/database';
import { requireContrast } from './accessibility.ts';
import { replaceThemes, saveBranding, lockBranding } from './branding-store.ts';
import type { BrandingRecord } from './branding-store.ts';
import { defaultBranding } from './branding-view.ts';
import { themeOf, themesOf } from './theme.ts';

/** Validated settings, with the style rules as served. */
interface CheckedBranding {
  settings: BrandingSettings;
  customCss: string | null;
}

/** Validates settings. @throws 422 for colors with too little contrast, or style rules that are not allowed */
export async function checkedBranding(settings: BrandingSettings): Promise<CheckedBranding> {
  requireContrast(settings);
  if (settings.customCss === null) return { settings, customCss: null };
  // The parser is loaded by the first tenant that writes style rules.
  const { checkedCss } = await import('./custom-css.ts');
  return { settings, customCss: checkedCss(settings.customCss) };
}

const digest = (value: unknown): string =>
  createHash('sha256').update(JSON.stringify(value)).digest('hex');

/** The branding in an event: long texts are replaced by their digest. */
function told({ customCss, texts, ...settings }: BrandingSettings): Record<string, unknown> {
  return {
    id: 'branding',
    ...settings,
    customCssSha256: customCss === null ? null : digest(customCss),
    textsSha256: digest(texts),
  };
}

const names = Object.keys(defaultBranding) as (keyof BrandingSettings)[];

/** JSON Pointers to the differences. */
const changedPointers = (before: BrandingSettings, after: BrandingSettings): string[] =>
  names
    .filter((name) => JSON.stringify(before[name]) !== JSON.stringify(after[name]))
    .map((name) => `/${name}`);

/** Stores a branding with its style sheets and publishes the change. Returns the row and the changed paths. */
export async function writeBranding(
  tx: Tx,
  before: BrandingRecord | undefined,
  { settings, customCss }: CheckedBranding,
  now: Date,
): Promise<{ record: BrandingRecord; changed: string[] }> {
  const record: BrandingRecord = {
    settings,
    customCss,
    themeSha256: themeOf(settings, customCss).sha256,
    version: (before?.version ?? 0) + 1,
    createdAt: before?.createdAt ?? now,
    updatedAt: now,
  };
  await saveBranding(tx, record);
  await replaceThemes(tx, themesOf(settings, customCss));
  const changed = changedPointers({ ...defaultBranding, ...before?.settings }, settings);
  await tx.publish({
    type: 'login_experience.branding_updated',
    subject: { type: 'branding', id: 'branding' },
    data: { branding: told(settings), changed },
  });
  return { record, changed };
}

/** Drops the overrides of a deleted application or organization. */
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
