/**
 * Chooses the text for a reader: in the requested locale, else its language, else the default
 * locale, else the lowest tag.
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

/** Chooses one text of each type. */
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
