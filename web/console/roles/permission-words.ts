import { useQuery } from '@tanstack/react-query';
import type { Permission } from '@platform/sdk';
import { scopeSentencesQuery } from './role-queries.ts';

type Named = Pick<Permission, 'name' | 'description' | 'displayName'>;

/** What permissions allow, as sentences. Those of the platform have the sentences of the API reference, which exist in English. */
export function usePermissionSentences(): (permission: Named) => string | undefined {
  const { data } = useQuery(scopeSentencesQuery);
  return ({ name, description, displayName }) =>
    data?.[name] ?? description ?? (displayName === name ? undefined : displayName) ?? undefined;
}
