import { useQuery } from '@tanstack/react-query';
import type { MarkdownNode } from '../../kit/content/markdown.tsx';
import { useWords } from '../../kit/words/words-context.ts';
import type { Protocol, Provider } from '../providers.ts';

/** A guide for a product and a protocol, as the build compiles it. */
export interface CompiledGuide {
  /** The day on which it was written. */
  written: string;
  /** One for each step of the run. */
  sections: readonly { title: string; content: readonly MarkdownNode[] }[];
}

const files = import.meta.glob<CompiledGuide>('../guides/*/*.md', { import: 'default' });

/** The guide for a product, or for any; in a language, or in English. */
const fileOf = (language: string, provider: Provider, protocol: Protocol) =>
  [language, 'en']
    .flatMap((locale) => [provider, 'generic'].map((one) => `${locale}/${one}-${protocol}`))
    .flatMap((name) => files[`../guides/${name}.md`] ?? [])[0];

/** See {@link CompiledGuide}; null if there is none. */
export function useGuide(provider: Provider, protocol: Protocol) {
  const { locale } = useWords();
  const [language = 'en'] = locale.split('-', 1);
  return useQuery({
    queryKey: ['guide', language, provider, protocol],
    queryFn: async () => (await fileOf(language, provider, protocol)?.()) ?? null,
    staleTime: Infinity,
  });
}
