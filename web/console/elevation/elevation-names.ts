import { useQuery } from '@tanstack/react-query';
import { mayCall } from '../../client/permissions.ts';
import { useSession } from '../../client/session-query.ts';
import { useFormats } from '../../kit/words/words-context.ts';
import { useRoleWords } from '../roles/role-names.ts';
import { rolesQuery } from '../roles/role-queries.ts';

/** What can be elevated to: a role, or single scopes. */
export interface Elevated {
  role: string | null;
  scopes: readonly string[] | null;
}

/** Roles of the tenant, for those who may read them. */
const namesQuery = rolesQuery({ limit: 200 });

/** What an elevation is called: the name of its role, or its scopes. */
export function useElevationName(): (elevated: Elevated) => string {
  const session = useSession();
  const formats = useFormats();
  const { data } = useQuery({ ...namesQuery, enabled: mayCall(session, 'rolesList') });
  const { nameOf } = useRoleWords();
  return ({ role, scopes }) => {
    if (role === null) return formats.formatList(scopes ?? []);
    const known = data?.value.data.find(({ key }) => key === role);
    return nameOf(known ?? { key: role, displayName: null });
  };
}
