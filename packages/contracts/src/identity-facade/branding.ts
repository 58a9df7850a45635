import { z } from 'zod';
import { canonicalLocale, text, time } from '../common/text.ts';
import { pictureUrl } from './branding-picture.ts';
import { publicUrl } from './public-url.ts';

/** Expands `#abc` to `#AABBCC`. */
const sixDigits = (value: string): string =>
  (value.length === 4 ? value.replace(/[0-9a-f]/gi, '$&$&') : value).toUpperCase();

const colorInput = z
  .string()
  .regex(/^#(?:[0-9a-fA-F]{3}|[0-9a-fA-F]{6})$/, {
    error: 'must be a color of the form #RRGGBB or #RGB',
  })
  .overwrite(sixDigits);
const color = z.string().regex(/^#[0-9A-F]{6}$/);

/** The colors of a page, by their roles. */
export const brandingColorNames = [
  'primary',
  'onPrimary',
  'background',
  'surface',
  'text',
  'mutedText',
  'link',
  'error',
  'border',
] as const;

/** The role of a color. */
export type BrandingColorName = (typeof brandingColorNames)[number];

const paletteOf = <T extends z.ZodType>(entry: T) =>
  z.strictObject(
    Object.fromEntries(brandingColorNames.map((name) => [name, entry.optional()])) as Record<
      BrandingColorName,
      z.ZodOptional<T>
    >,
  );

const textKey = z.string().regex(/^(?:login|mfa|signup|error)\.[A-Za-z0-9_.-]{1,64}$/, {
  error: 'must be a key that begins with login., mfa., signup. or error.',
});
const atMost = (max: number) => (all: object) => Object.keys(all).length <= max;
const localeKey = z
  .string()
  .max(35)
  .regex(/^[A-Za-z]{2,8}(?:-[A-Za-z0-9]{1,8})*$/, { error: 'must be a BCP 47 language tag' });
const texts = z
  .record(
    localeKey,
    z
      .record(textKey, text({ max: 500 }))
      .refine(atMost(100), { error: 'must have at most 100 texts' }),
  )
  .refine(atMost(20), { error: 'must have at most 20 locales' })
  .describe('Custom page texts, by locale and key. Plain text.');

const override = z.strictObject({
  clientId: z.string().min(1).max(128).optional(),
  organizationId: z.string().min(1).max(128).optional(),
  displayName: text({ max: 100 }).optional(),
  logoUrl: pictureUrl.optional(),
  logoDarkUrl: pictureUrl.optional(),
  primaryColor: colorInput
    .optional()
    .describe('In the dark scheme, the nearest color with sufficient contrast is used.'),
});
type Override = z.output<typeof override>;

const pairOf = ({ clientId, organizationId }: Override): string =>
  JSON.stringify([clientId, organizationId]);

function reportOverrides(all: Override[], context: z.RefinementCtx): void {
  const seen = new Set<string>();
  for (const [index, each] of all.entries()) {
    if (each.clientId === undefined && each.organizationId === undefined)
      context.addIssue({
        code: 'custom',
        path: [index],
        message: 'must have a clientId, an organizationId or both',
      });
    else if (seen.has(pairOf(each)))
      context.addIssue({
        code: 'custom',
        path: [index],
        message: 'repeats the clientId and organizationId of another override',
      });
    seen.add(pairOf(each));
  }
}

const links = z.strictObject({
  privacyPolicyUrl: publicUrl.optional(),
  termsUrl: publicUrl.optional(),
  helpUrl: publicUrl.optional(),
  supportEmail: z
    .email()
    .max(254)
    .optional()
    .describe('Receives test e-mails that applications request.'),
});

/** Maximum size of custom CSS in bytes. */
export const maxCustomCssBytes = 65_536;

const picture = pictureUrl
  .nullable()
  .default(null)
  .describe('An https URL, or the path of an uploaded picture.');
const choices = {
  themeMode: z.enum(['light', 'dark', 'auto']),
  contrastPolicy: z.enum(['enforce', 'warn']),
  fontFamily: z.enum([
    'system',
    'inter',
    'roboto',
    'open_sans',
    'lato',
    'noto_sans',
    'source_sans_3',
  ]),
  cornerStyle: z.enum(['square', 'rounded', 'pill']),
  layout: z.enum(['centered', 'split_left', 'split_right']),
};

/** Body of PUT. An omitted property takes its default, so an empty object restores all defaults. */
export const PutBrandingRequest = z
  .strictObject({
    displayName: text({ max: 100 })
      .nullable()
      .default(null)
      .describe("Shown on pages and as the sender of e-mails. If null, the tenant's name is used."),
    logoUrl: picture,
    logoDarkUrl: picture,
    iconUrl: picture,
    backgroundImageUrl: picture,
    themeMode: choices.themeMode.default('auto'),
    colors: paletteOf(colorInput).default({}),
    colorsDark: paletteOf(colorInput).default({}),
    contrastPolicy: choices.contrastPolicy
      .default('enforce')
      .describe('`enforce` rejects colors without enough contrast; `warn` accepts most of them.'),
    fontFamily: choices.fontFamily.default('system'),
    cornerStyle: choices.cornerStyle.default('rounded'),
    layout: choices.layout.default('centered'),
    customCss: z
      .string()
      .refine((css) => new TextEncoder().encode(css).length <= maxCustomCssBytes, {
        error: `must have at most ${maxCustomCssBytes} bytes`,
      })
      .nullable()
      .default(null)
      .describe('CSS rules that apply below `.tenant-theme`.'),
    links: links.default({}),
    defaultLocale: canonicalLocale.default('en'),
    supportedLocales: z.array(canonicalLocale).min(1).max(50).default(['en']),
    texts: texts.default({}),
    overrides: z
      .array(override)
      .max(100)
      .superRefine(reportOverrides)
      .default([])
      .describe(
        'Branding for specific applications, organizations or combinations of both. The most specific override applies.',
      ),
    showPoweredBy: z.boolean().default(true),
  })
  .superRefine(({ defaultLocale, supportedLocales }, context) => {
    if (!supportedLocales.includes(defaultLocale))
      context.addIssue({
        code: 'custom',
        path: ['supportedLocales'],
        message: 'must contain defaultLocale',
      });
    if (new Set(supportedLocales).size !== supportedLocales.length)
      context.addIssue({
        code: 'custom',
        path: ['supportedLocales'],
        message: 'must not contain a locale twice',
      });
  })
  .meta({ id: 'PutBrandingRequest' });

/** A stored branding. */
export type BrandingSettings = z.output<typeof PutBrandingRequest>;
/** See {@link BrandingSettings}. */
export type BrandingOverride = Override;

const asset = z.object({
  kind: z.enum(['logo', 'logo_dark', 'icon', 'background_image']),
  sourceUrl: z.string(),
  status: z.enum(['pending', 'ready', 'failed']),
  failureReason: z.string().nullable(),
  sha256: z.string().nullable(),
  mediaType: z.string().nullable(),
  width: z.int().nullable(),
  height: z.int().nullable(),
});
/** The copy of an image, in responses. */
export type BrandingAsset = z.output<typeof asset>;
/** The purpose of an image. */
export type BrandingAssetKind = BrandingAsset['kind'];

const contrastCheck = z.object({
  scheme: z.enum(['light', 'dark']),
  pair: z.string().describe('The foreground and background, such as `text/surface`.'),
  ratio: z.number(),
  required: z.number(),
  passes: z.boolean(),
  nearest: z
    .string()
    .nullable()
    .describe('The nearest color that passes in place of the foreground; null if the pair passes.'),
});

/** The effect of a branding on the contrast of pages. */
export const brandingContrast = {
  accessibility: z.object({
    level: z.enum(['AAA', 'AA', 'fail']),
    checks: z.array(contrastCheck),
  }),
  warnings: z.array(z.object({ pointer: z.string(), code: z.string(), detail: z.string() })),
};

/** The branding of the login pages. */
export const Branding = z
  .object({
    id: z.literal('branding'),
    isDefault: z.boolean().describe('Whether the defaults apply because no branding is stored.'),
    version: z.int(),
    displayName: z.string(),
    logoUrl: z.string().nullable(),
    logoDarkUrl: z.string().nullable(),
    iconUrl: z.string().nullable(),
    backgroundImageUrl: z.string().nullable(),
    ...choices,
    colors: paletteOf(color),
    colorsDark: paletteOf(color),
    customCss: z.string().nullable(),
    links: z.object({
      privacyPolicyUrl: z.string().optional(),
      termsUrl: z.string().optional(),
      helpUrl: z.string().optional(),
      supportEmail: z.string().optional(),
    }),
    defaultLocale: z.string(),
    supportedLocales: z.array(z.string()),
    texts: z.record(z.string(), z.record(z.string(), z.string())),
    overrides: z.array(
      z.object({
        clientId: z.string().optional(),
        organizationId: z.string().optional(),
        displayName: z.string().optional(),
        logoUrl: z.string().optional(),
        logoDarkUrl: z.string().optional(),
        primaryColor: color.optional(),
      }),
    ),
    showPoweredBy: z.boolean(),
    assets: z
      .array(asset)
      .describe(
        "The platform's copies of the images, and uploaded pictures. Pages show only these.",
      ),
    ...brandingContrast,
    createdAt: time.nullable(),
    updatedAt: time.nullable(),
  })
  .meta({ id: 'Branding' });
/** See {@link Branding}. */
export type BrandingResource = z.input<typeof Branding>;
