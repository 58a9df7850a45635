import { useQuery } from '@tanstack/react-query';
import type { MarkdownNode } from '../../kit/content/markdown.tsx';
import { useWords } from '../../kit/words/words-context.ts';
import type { Protocol, Provider } from '../providers.ts';

/** A guide for a product and a protocol, as the build compiles it. */
export interface CompiledGuide {
  /** The day on which it was compared with the product. */
  checked: string;
  /** One for each step of the run. */
  sections: readonly { title: string; content: readonly MarkdownNode[] }[];
}

const files = import.meta.glob<CompiledGuide>('../guides/*/*.md', { import: 'default' });

const fileOf = (locale: string, name: string) => files[`../guides/${locale}/${name}.md`];

/** The guide in the language of the page, or in English. */
export function useGuide(provider: Provider, protocol: Protocol) {
  const { locale } = useWords();
  const [language = 'en'] = locale.split('-', 1);
  const name = `${provider}-${protocol}`;
  return useQuery({
    queryKey: ['guide', language, name],
    queryFn: async () => (await (fileOf(language, name) ?? fileOf('en', name))?.()) ?? null,
    staleTime: Infinity,
  });
}
