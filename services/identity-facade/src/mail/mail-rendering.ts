import type { EmailTemplateInput, EmailTypeName } from '@platform/contracts';
import type { Tx } from '@platform/kit/database';
import { brandingImages } from '../assets/copied-images.ts';
import { storedBranding } from '../branding/stored-branding.ts';
import { paletteOf, paletteWithPrimary } from '../branding/palette.ts';
import { lookFor, overrideFor } from '../branding/look.ts';
import { defaultBranding } from '../branding/branding-view.ts';
import { builtInTemplate } from '../email-templates/built-in-templates.ts';
import type { RenderedMail } from '../email-templates/mail-parts.ts';
import { nested } from '../email-templates/template-data.ts';
import type { TemplateValues } from '../email-templates/template-data.ts';
import { lookUpTemplate } from '../email-templates/template-lookup.ts';
import type { FoundTemplate } from '../email-templates/template-lookup.ts';
import { countryName } from './mail-origin.ts';
import { tamedValues } from './mail-values.ts';

/** The sender of mails. */
export interface MailTenant {
  name: string;
  slug: string;
  /** Origin of its pages. */
  origin: string;
}

/** Finds the tenant of a transaction. */
export type FindMailTenant = (tenantId: string) => Promise<MailTenant>;

/** The input of a rendering. */
export interface MailRequest {
  type: EmailTypeName;
  locales: readonly string[];
  clientId: string;
  organizationId: string;
  values: TemplateValues;
  /** A template that has not been saved, in place of the stored one. */
  unsaved?: EmailTemplateInput | undefined;
}

/** A mail ready to send, with its template. */
export interface PreparedMail extends RenderedMail {
  fromName: string;
  replyTo: string | null;
  found: FoundTemplate;
}

const absolute = (origin: string, path: string | null): string | undefined =>
  path === null ? undefined : `${origin}${path}`;

/** The variables of the tenant and its branding. */
async function tenantValues(
  tx: Tx,
  tenant: MailTenant,
  { clientId, organizationId }: Pick<MailRequest, 'clientId' | 'organizationId'>,
): Promise<TemplateValues> {
  const record = await storedBranding(tx);
  const settings = { ...defaultBranding, ...record?.settings };
  const audience = { clientId, organizationId: organizationId || undefined };
  const assets = await brandingImages(tx);
  const { look } = lookFor(record, { assets, tenantName: tenant.name }, audience);
  const primary = overrideFor(settings.overrides, audience)?.primaryColor;
  const palette =
    primary === undefined
      ? paletteOf(settings, 'light')
      : paletteWithPrimary(settings, 'light', primary);
  return {
    'tenant.name': tenant.name,
    'tenant.slug': tenant.slug,
    'branding.displayName': look.displayName,
    'branding.logoUrl': absolute(tenant.origin, look.logoPath),
    'branding.primaryColor': palette.primary,
    'branding.onPrimaryColor': palette.onPrimary,
    'branding.supportEmail': settings.links.supportEmail,
    'branding.privacyPolicyUrl': settings.links.privacyPolicyUrl,
    'application.clientId': clientId || undefined,
    'organization.id': organizationId || undefined,
  };
}

function withCountryName(values: TemplateValues, locale: string): TemplateValues {
  const country = values['request.country'];
  return typeof country === 'string'
    ? { ...values, 'request.country': countryName(country, locale) }
    : values;
}

/** Renders a mail from the tenant's template. If its HTML is not allowed under the present rules, the built-in one replaces it. */
export async function prepareMail(
  tx: Tx,
  tenant: MailTenant,
  request: MailRequest,
): Promise<PreparedMail> {
  const found = await lookUpTemplate(tx, request.type, request.locales);
  const values: TemplateValues = {
    ...(await tenantValues(tx, tenant, request)),
    ...withCountryName(tamedValues(request.values), found.locale),
  };
  const data = nested(values);
  const template = request.unsaved ?? found.template;
  // Parsers of HTML are loaded with the first mail.
  const [{ renderMail }, { htmlFault }] = await Promise.all([
    import('../email-templates/mail-parts.ts'),
    import('../email-templates/html-check.ts'),
  ]);
  const rendered = renderMail(template, data);
  const isBuiltIn = !request.unsaved && found.source === 'built_in';
  const isAllowed = isBuiltIn || htmlFault(rendered.html) === undefined;
  const mail = isAllowed ? rendered : renderMail(builtInTemplate(request.type, 'en'), data);
  return {
    ...mail,
    fromName: template.fromName ?? String(values['branding.displayName']),
    replyTo: template.replyTo,
    found,
  };
}
