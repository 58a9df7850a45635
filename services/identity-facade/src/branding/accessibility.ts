import type { BrandingResource, BrandingSettings, FieldError } from '@platform/contracts';
import { problem } from '@platform/kit/problem';
import { checkContrast } from './contrast.ts';
import type { ContrastFault } from './contrast.ts';
import { paletteOf, paletteWithPrimary } from './palette.ts';
import type { SchemePalette, Scheme } from './scheme.ts';

type Colors = Pick<BrandingSettings, 'colors' | 'colorsDark' | 'overrides' | 'contrastPolicy'>;

const schemes: readonly Scheme[] = ['light', 'dark'];

/** A palette to check, and the path of its colors in the request body. */
interface Subject {
  scheme: Scheme;
  palette: SchemePalette;
  pointerOf: (fault: ContrastFault) => string;
}

function subjectsOf(settings: Colors): Subject[] {
  const own = schemes.map((scheme) => ({
    scheme,
    palette: paletteOf(settings, scheme),
    pointerOf: ({ foreground }: ContrastFault) =>
      `/${scheme === 'light' ? 'colors' : 'colorsDark'}/${foreground}`,
  }));
  const overridden = settings.overrides.flatMap(({ primaryColor }, index) =>
    primaryColor === undefined
      ? []
      : schemes.map((scheme) => ({
          scheme,
          palette: paletteWithPrimary(settings, scheme, primaryColor),
          pointerOf: () => `/overrides/${index}/primaryColor`,
        })),
  );
  return [...own, ...overridden];
}

/** Reports faults that an override inherits from the branding once, at the branding. */
const isOfPrimary = ({ pair }: ContrastFault): boolean => pair.includes('rimary');

function faultsOf(settings: Colors): (FieldError & { pointer: string; isIllegible: boolean })[] {
  return subjectsOf(settings).flatMap(({ scheme, palette, pointerOf }, index) =>
    checkContrast(scheme, palette)
      .faults.filter((fault) => index < schemes.length || isOfPrimary(fault))
      .map((fault) => ({
        pointer: pointerOf(fault),
        code: 'contrast_too_low' as const,
        detail: `The contrast of ${fault.pair} in the ${scheme} scheme is ${fault.ratio}; it must be at least ${fault.required}. The nearest color that passes is ${fault.nearest}.`,
        isIllegible: fault.isIllegible,
      })),
  );
}

const shown = ({ pointer, code, detail }: FieldError & { pointer: string }) => ({
  pointer,
  code,
  detail,
});

/** Rejects colors that fail the tenant's contrast policy. @throws 422 `contrast_too_low` */
export function requireContrast(settings: Colors): void {
  const rejected = faultsOf(settings).filter(
    ({ isIllegible }) => settings.contrastPolicy === 'enforce' || isIllegible,
  );
  if (rejected.length === 0) return;
  throw problem('validation_failed', {
    detail: rejected
      .slice(0, 3)
      .map(({ detail }) => detail)
      .join(' '),
    errors: rejected.map(shown),
  });
}

/** The contrast report of a branding in the API. */
export function accessibilityOf(
  settings: Colors,
): Pick<BrandingResource, 'accessibility' | 'warnings'> {
  const own = schemes.map((scheme) => checkContrast(scheme, paletteOf(settings, scheme)));
  const warnings = faultsOf(settings).map(shown);
  const passing = own.every(({ isEnhanced }) => isEnhanced) ? 'AAA' : 'AA';
  return {
    accessibility: {
      level: warnings.length > 0 ? 'fail' : passing,
      checks: own.flatMap(({ checks }) => checks),
    },
    warnings,
  };
}
