import type { Permission } from '@platform/sdk';
import { useScopeWords } from '../../parts/scope-words.ts';

type Named = Pick<Permission, 'name' | 'description' | 'displayName'>;

/** What permissions allow, as sentences. */
export function usePermissionSentences(): (permission: Named) => string | undefined {
  const { sentenceOf } = useScopeWords();
  return ({ name, description, displayName }) =>
    sentenceOf(name) ??
    description ??
    (displayName === name ? undefined : displayName) ??
    undefined;
}
