import { PutBrandingRequest } from '@platform/contracts';
import type { BrandingAsset, BrandingResource, BrandingSettings } from '@platform/contracts';
import { accessibilityOf } from './accessibility.ts';
import type { BrandingRecord } from './branding-store.ts';

/** The settings of a tenant that has stored none. */
export const defaultBranding: BrandingSettings = PutBrandingRequest.parse({});

/** A branding in the API; the defaults if none is stored. */
export function brandingResource(
  record: BrandingRecord | undefined,
  {
    assets,
    tenantName,
  }: {
    assets: readonly BrandingAsset[];
    tenantName: string;
  },
): BrandingResource {
  const settings = { ...defaultBranding, ...record?.settings };
  return {
    id: 'branding',
    isDefault: record === undefined,
    version: record?.version ?? 0,
    ...settings,
    displayName: settings.displayName ?? tenantName,
    assets: [...assets],
    ...accessibilityOf(settings),
    createdAt: record?.createdAt.toISOString() ?? null,
    updatedAt: record?.updatedAt.toISOString() ?? null,
  };
}
