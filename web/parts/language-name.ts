import { useFormats } from '../kit/words/words-context.ts';

/** The name of a language in the user's own. */
export function useLanguageName(): (tag: string) => string {
  const { formatDisplayName } = useFormats();
  return (tag) => {
    try {
      return formatDisplayName(tag, { type: 'language' }) ?? tag;
    } catch {
      return tag;
    }
  };
}
