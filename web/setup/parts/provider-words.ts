import { useSay } from '../../kit/words/words-context.ts';
import { fieldNames } from '../field-names.ts';
import type { FieldKey } from '../field-names.ts';
import { providerNames } from '../providers.ts';
import type { Provider } from '../providers.ts';

/** What a product, and a field of it, is called. */
export function useProviderWords() {
  const say = useSay('setup');
  return {
    /** "Okta", or "your provider". */
    nameOf: (provider: Provider): string =>
      provider === 'generic' ? say('provider.generic') : providerNames[provider],
    /** As its console calls it. */
    fieldOf: (provider: Provider, key: FieldKey): string =>
      fieldNames[provider]?.[key] ?? say(`field.${key}`),
  };
}
