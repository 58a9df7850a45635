import { pictureDigest, picturePath } from '@platform/contracts';
import type { BrandingAsset, BrandingAssetKind, BrandingOverride } from '@platform/contracts';
import type { BrandingRecord } from './branding-store.ts';
import { defaultBranding } from './branding-view.ts';
import { themeOf } from './theme.ts';

/** The audience of a page. */
export interface Audience {
  clientId: string;
  organizationId?: string;
}

/** Whether an override matches, and how closely: both ids, then the application, then the organization. */
function closeness({ clientId, organizationId }: BrandingOverride, audience: Audience): number {
  if (clientId !== undefined && clientId !== audience.clientId) return 0;
  if (organizationId !== undefined && organizationId !== audience.organizationId) return 0;
  return (clientId === undefined ? 0 : 2) + (organizationId === undefined ? 0 : 1);
}

/** The most specific override for a page; undefined means the tenant's own branding. */
export function overrideFor(
  overrides: readonly BrandingOverride[],
  audience: Audience,
): BrandingOverride | undefined {
  const ranked = overrides
    .map((override) => ({ override, rank: closeness(override, audience) }))
    .filter(({ rank }) => rank > 0)
    .toSorted((a, b) => b.rank - a.rank);
  return ranked[0]?.override;
}

/** The branding of a page, with URLs on the page's own host only. */
export interface Look {
  displayName: string;
  logoPath: string | null;
  logoDarkPath: string | null;
  iconPath: string | null;
  backgroundImagePath: string | null;
  themeMode: string;
  layout: string;
  links: Record<string, string | undefined>;
  showPoweredBy: boolean;
}

/** The path at which the hub serves a style sheet. */
const themePath = (sha256: string): string => `/login/theme/${sha256}.css`;

/** The parts of a branding that pages show. */
export type ShownBranding = Pick<BrandingRecord, 'settings' | 'customCss'>;

/** The branding for an audience, and the path of its style sheet; an empty path means the built-in one. */
export function lookFor(
  record: ShownBranding | undefined,
  { assets, tenantName }: { assets: readonly BrandingAsset[]; tenantName: string },
  audience: Audience,
): { look: Look; themePath: string } {
  const settings = { ...defaultBranding, ...record?.settings };
  const override = overrideFor(settings.overrides, audience);
  const pathOf = (kind: BrandingAssetKind, url: string | null | undefined): string | null => {
    if (url && pictureDigest(url) !== undefined) return url;
    const copy = assets.find((each) => each.kind === kind && each.sourceUrl === url);
    return copy?.status === 'ready' && copy.sha256 !== null ? picturePath(copy.sha256) : null;
  };
  const theme = themeOf(settings, record?.customCss ?? null, override?.primaryColor);
  return {
    look: {
      displayName: override?.displayName ?? settings.displayName ?? tenantName,
      logoPath: pathOf('logo', override?.logoUrl ?? settings.logoUrl),
      logoDarkPath: pathOf('logo_dark', override?.logoDarkUrl ?? settings.logoDarkUrl),
      iconPath: pathOf('icon', settings.iconUrl),
      backgroundImagePath: pathOf('background_image', settings.backgroundImageUrl),
      themeMode: settings.themeMode,
      layout: settings.layout,
      links: settings.links,
      showPoweredBy: settings.showPoweredBy,
    },
    themePath: record ? themePath(theme.sha256) : '',
  };
}
