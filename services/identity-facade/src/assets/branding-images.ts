import type { BrandingAssetKind, BrandingSettings } from '@platform/contracts';

/** The members of a branding that name images. */
export type BrandingImages = Pick<
  BrandingSettings,
  'logoUrl' | 'logoDarkUrl' | 'iconUrl' | 'backgroundImageUrl' | 'overrides'
>;

/** An image that a branding names, and the JSON Pointer to its address. */
export interface BrandingImage {
  kind: BrandingAssetKind;
  url: string;
  pointer: string;
}

type Named = [BrandingAssetKind, string | null | undefined, string];

/** The images that a branding names; one can be named several times. */
export function imagesIn(settings: BrandingImages): BrandingImage[] {
  const named: Named[] = [
    ['logo', settings.logoUrl, '/logoUrl'],
    ['logo_dark', settings.logoDarkUrl, '/logoDarkUrl'],
    ['icon', settings.iconUrl, '/iconUrl'],
    ['background_image', settings.backgroundImageUrl, '/backgroundImageUrl'],
    ...settings.overrides.flatMap(({ logoUrl, logoDarkUrl }, index): Named[] => [
      ['logo', logoUrl, `/overrides/${index}/logoUrl`],
      ['logo_dark', logoDarkUrl, `/overrides/${index}/logoDarkUrl`],
    ]),
  ];
  return named.flatMap(([kind, url, pointer]) => (url ? [{ kind, url, pointer }] : []));
}
