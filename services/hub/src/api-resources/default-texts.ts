import { invalidFields } from '@platform/kit/problem';

/**
 * Requires texts in the tenant's default language, which users read if there is none in their own. A member without any text is fine.
 * @throws 422 if one is missing
 */
export function checkTexts(
  texts: Readonly<Record<string, Readonly<Record<string, string>>>>,
  defaultLocale: string | undefined,
): void {
  if (defaultLocale === undefined) return;
  const errors = Object.entries(texts)
    .filter(([, of]) => Object.keys(of).length > 0 && !Object.hasOwn(of, defaultLocale))
    .map(([name]) => ({
      pointer: `/${name}/${defaultLocale}`,
      code: 'required' as const,
      detail: `must be set: ${defaultLocale} is the default language of the tenant`,
    }));
  if (errors.length > 0) throw invalidFields(errors);
}
