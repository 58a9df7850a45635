/** A template to send: the tenant's own, or a built-in one. */
export interface TemplateChoice {
  locale: string;
  source: 'custom' | 'built_in';
}

/** The available templates. */
export interface LocaleSupply {
  /** Locales of the tenant's own templates of a type. */
  own: readonly string[];
  builtIn: readonly string[];
  supported: readonly string[];
  defaultLocale: string;
}

/** Yields a tag, then the tag with fewer and fewer subtags (RFC 4647 §3.4). */
function* widened(tag: string): Generator<string> {
  const subtags = tag.split('-');
  for (let length = subtags.length; length > 0; length -= 1) {
    const shorter = subtags.slice(0, length);
    // A single letter introduces the subtag after it.
    if (shorter.at(-1)?.length !== 1) yield shorter.join('-');
  }
}

/**
 * Chooses the template for a reader. A tenant that supports only English never sends the French built-in ones, regardless of the
 * request; its own templates are sent in any language.
 */
export function chooseTemplate(wished: readonly string[], supply: LocaleSupply): TemplateChoice {
  const { own, builtIn, supported, defaultLocale } = supply;
  const find = (tag: string, mayBuiltIn: (tag: string) => boolean): TemplateChoice | undefined => {
    for (const locale of widened(tag)) {
      if (own.includes(locale)) return { locale, source: 'custom' };
      if (builtIn.includes(locale) && mayBuiltIn(locale)) return { locale, source: 'built_in' };
    }
    return undefined;
  };
  for (const tag of wished) {
    const found = find(tag, (locale) => supported.includes(locale));
    if (found) return found;
  }
  return (
    find(defaultLocale, () => true) ??
    find('en', () => true) ?? { locale: 'en', source: 'built_in' }
  );
}
