/**
 * The text for a reader: in the locale asked for, else in its language, else in the default locale, else in the lowest tag.
 */
export function chooseByLocale<T extends { locale: string }>(
  texts: readonly T[],
  wanted: string,
  defaultLocale: string,
): T | undefined {
  const language = wanted.split('-', 1)[0];
  const found = [wanted, language, defaultLocale]
    .map((locale) => texts.find((text) => text.locale === locale))
    .find((text) => text !== undefined);
  return found ?? texts.toSorted((a, b) => (a.locale < b.locale ? -1 : 1))[0];
}

/** One text of each type. */
export function chooseOneOfEachType<T extends { locale: string; docType: string }>(
  texts: readonly T[],
  wanted: string,
  defaultLocale: string,
): T[] {
  const types = [...new Set(texts.map(({ docType }) => docType))];
  return types.flatMap((type) => {
    const ofType = texts.filter(({ docType }) => docType === type);
    const chosen = chooseByLocale(ofType, wanted, defaultLocale);
    return chosen ? [chosen] : [];
  });
}
