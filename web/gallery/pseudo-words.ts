import type { WordsOptions } from '../kit/words/words.ts';

/** The messages of the kit in pseudo-locales, which the build derives from English. */
export const pseudoWords: Readonly<Record<string, WordsOptions>> = {
  'en-XA': {
    readers: { kit: async () => (await import('../messages/en/kit.json?pseudo=en-XA')).default },
  },
  'ar-XB': {
    readers: { kit: async () => (await import('../messages/en/kit.json?pseudo=ar-XB')).default },
  },
};
