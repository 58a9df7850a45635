import type { Role } from '@platform/sdk';
import { useScopeWords } from '../../parts/scope-words.ts';

/** What roles are called, and what they are for: those of every tenant in the language of the page, others as they were named. */
export function useRoleWords() {
  const { roleNameOf, roleAboutOf } = useScopeWords();
  return {
    nameOf: ({ displayName, key }: Pick<Role, 'displayName' | 'key'>): string =>
      roleNameOf(key) ?? displayName ?? key,
    aboutOf: ({ description, key }: Pick<Role, 'description' | 'key'>): string | undefined =>
      roleAboutOf(key) ?? description ?? undefined,
  };
}
