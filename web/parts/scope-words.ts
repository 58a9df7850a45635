import { useQuery } from '@tanstack/react-query';
import { useSay } from '../kit/words/words-context.ts';
import type { Areas } from '../messages/areas.ts';

type Key = keyof Areas['scopes'];

/** The scopes of the platform and its roles, from the catalogue. */
export const generatedRolesQuery = {
  queryKey: ['generated roles'],
  queryFn: () => import('../generated/roles.ts'),
  staleTime: Infinity,
};

/** Says what scopes and roles of the platform are. Undefined for others, and until the catalogue has been loaded. */
export function useScopeWords() {
  const say = useSay('scopes');
  const { data } = useQuery(generatedRolesQuery);
  const isRole = (key: string) => data?.builtInRoles.some((role) => role.key === key) === true;
  return {
    sentenceOf: (scope: string): string | undefined =>
      data && Object.hasOwn(data.scopeDescriptions, scope) ? say(scope as Key) : undefined,
    roleNameOf: (key: string): string | undefined =>
      isRole(key) ? say(`role.${key}` as Key) : undefined,
    roleAboutOf: (key: string): string | undefined =>
      isRole(key) ? say(`role.${key}.about` as Key) : undefined,
    /** The roles that include all of these scopes. */
    rolesWith: (scopes: readonly string[]): readonly string[] =>
      (data?.builtInRoles ?? [])
        .filter((role) => scopes.every((scope) => role.scopes.includes(scope)))
        .map(({ key }) => say(`role.${key}` as Key)),
  };
}
