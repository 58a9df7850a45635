import { z } from 'zod';
import { canonicalLocale, time } from '../common/text.ts';
import { PutBrandingRequest, brandingContrast } from './branding.ts';

/** The pages that can be previewed. */
export const loginPreviewPages = [
  'identify',
  'password',
  'code',
  'new_password',
  'message',
] as const;
export type LoginPreviewPage = (typeof loginPreviewPages)[number];

/** Body of POST: a page, with a branding that need not be saved. */
export const CreateLoginPreviewRequest = z
  .strictObject({
    page: z.enum(loginPreviewPages).default('identify'),
    branding: PutBrandingRequest.optional().describe(
      'A branding that has not been saved. If absent, the saved one is shown.',
    ),
    clientId: z.string().min(1).max(128).optional().describe('Whose overrides apply.'),
    organizationId: z.string().min(1).max(128).optional(),
    locale: canonicalLocale.optional().describe('Defaults to the default locale of the branding.'),
    scheme: z
      .enum(['light', 'dark'])
      .optional()
      .describe("Defaults to the branding's `themeMode`."),
  })
  .meta({ id: 'CreateLoginPreviewRequest' });
export type CreateLoginPreviewRequest = z.output<typeof CreateLoginPreviewRequest>;

/** A page to show in a frame. */
export const LoginPreview = z
  .object({
    ticket: z.string(),
    path: z
      .string()
      .describe(
        "On the host of the tenant's issuer. The page can be framed by pages of that host only.",
      ),
    expiresAt: time,
    ...brandingContrast,
  })
  .meta({ id: 'LoginPreview' });
export type LoginPreview = z.input<typeof LoginPreview>;
