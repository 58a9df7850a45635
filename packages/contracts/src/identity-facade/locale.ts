import { locale } from '../common/text.ts';

/** The canonical form of a BCP 47 tag; what is not a tag stays as it is. */
export function canonicalTag(tag: string): string {
  try {
    return Intl.getCanonicalLocales(tag)[0] ?? tag;
  } catch {
    return tag;
  }
}

/** A BCP 47 language tag in any case, kept in its canonical form. */
export const anyLocale = locale.overwrite(canonicalTag);
