import type { UserDevice } from '@platform/sdk';
import { Monitor, Smartphone, Tablet } from 'lucide-react';
import type { LucideIcon } from 'lucide-react';
import { useFormats } from '../../kit/words/words-context.ts';

const icons = { desktop: Monitor, mobile: Smartphone, tablet: Tablet } as const;

export const deviceIcon = ({ kind }: UserDevice): LucideIcon => icons[kind ?? 'desktop'];

/** The name of a country in the language of the page. */
export function useCountryName(): (code: string | null) => string | undefined {
  const { locale } = useFormats();
  return (code) => {
    if (code === null) return undefined;
    try {
      return new Intl.DisplayNames(locale, { type: 'region' }).of(code);
    } catch {
      return code;
    }
  };
}
