import type { BrandingSettings, CreateLoginPreviewRequest } from '@platform/contracts';
import type { Tx } from '@platform/kit/database';
import { asProblem, invalidFields } from '@platform/kit/problem';
import { brandingImages } from '../assets/copied-images.ts';
import { requirePictures } from '../assets/pictures.ts';
import { defaultBranding } from '../branding/branding-view.ts';
import { checkedBranding } from '../branding/branding-write.ts';
import { lookFor, overrideFor } from '../branding/look.ts';
import type { ShownBranding } from '../branding/look.ts';
import { storedBranding } from '../branding/stored-branding.ts';
import { themeOf } from '../branding/theme.ts';
import { pageLocale, pageTexts } from '../login/login-locale.ts';
import type { PagePreview } from './preview-store.ts';

/** Checks a branding in the member `branding` of the body. @throws 422 */
async function checkedMember(tx: Tx, unsaved: BrandingSettings): Promise<ShownBranding> {
  try {
    await requirePictures(tx, unsaved);
    return await checkedBranding(unsaved);
  } catch (error) {
    const { code, details } = asProblem(error);
    if (code !== 'validation_failed' || !details.errors) throw error;
    throw invalidFields(
      details.errors.map((one) => ({ ...one, pointer: `/branding${one.pointer ?? ''}` })),
    );
  }
}

/** The branding to show: the one in the request, checked as on saving, or the saved one. */
async function shownBranding(
  tx: Tx,
  unsaved: BrandingSettings | undefined,
): Promise<ShownBranding> {
  if (unsaved) return checkedMember(tx, unsaved);
  const stored = await storedBranding(tx);
  return {
    settings: { ...defaultBranding, ...stored?.settings },
    customCss: stored?.customCss ?? null,
  };
}

/** Resolves a preview as a login would be. @throws 422 for a branding that cannot be saved */
export async function previewContent(
  tx: Tx,
  request: CreateLoginPreviewRequest,
  names: { tenantName: string; applicationName: string },
): Promise<{ settings: BrandingSettings; content: PagePreview }> {
  const shown = await shownBranding(tx, request.branding);
  const { settings, customCss } = shown;
  const audience = {
    clientId: request.clientId ?? '',
    ...(request.organizationId === undefined ? {} : { organizationId: request.organizationId }),
  };
  const { look } = lookFor(
    shown,
    { assets: await brandingImages(tx), tenantName: names.tenantName },
    audience,
  );
  const primary = overrideFor(settings.overrides, audience)?.primaryColor;
  const locale = pageLocale(settings, {
    uiLocales: request.locale === undefined ? [] : [request.locale],
    acceptLanguage: '',
  });
  const content: PagePreview = {
    page: request.page,
    branding: look,
    themeCss: themeOf(settings, customCss, primary).css,
    texts: pageTexts(settings, locale),
    locale,
    scheme: request.scheme ?? null,
    applicationName: names.applicationName,
  };
  return { settings, content };
}
