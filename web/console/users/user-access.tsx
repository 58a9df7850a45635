import { useQuery } from '@tanstack/react-query';
import type { RoleAssignment } from '@platform/sdk';
import { EmptyState } from '../../kit/content/empty-state.tsx';
import { ExactTime } from '../../kit/content/time.tsx';
import type { Column } from '../../kit/table/columns.ts';
import { DataTable } from '../../kit/table/data-table.tsx';
import { useSay } from '../../kit/words/words-context.ts';
import { Loaded } from '../../parts/loaded.tsx';
import { userRolesQuery } from './user-queries.ts';
import { userAccessRoute } from './user-routes.ts';

function useColumns(): readonly Column<RoleAssignment>[] {
  const say = useSay('users');
  return [
    { id: 'role', label: say('role'), cell: ({ role }) => <code>{role}</code> },
    {
      id: 'until',
      label: say('until'),
      isFact: true,
      cell: ({ expiresAt }) => (expiresAt ? <ExactTime at={expiresAt} /> : say('unlimited')),
    },
    {
      id: 'created',
      label: say('assigned'),
      isFact: true,
      cell: ({ createdAt }) => <ExactTime at={createdAt} isDate />,
    },
  ];
}

/** The roles that a user has in the whole tenant. */
export function UserAccess() {
  const say = useSay('users');
  const { userId } = userAccessRoute.useParams();
  const query = useQuery(userRolesQuery(userId));
  const columns = useColumns();
  return (
    <Loaded query={query} lines={4}>
      {({ data }) => (
        <DataTable
          label={say('tab.access')}
          columns={columns}
          rows={data}
          idOf={({ id }) => id}
          nameOf={({ role }) => role}
          empty={
            <EmptyState why="noneYet" title={say('noRoles.title')}>
              {say('noRoles.text')}
            </EmptyState>
          }
        />
      )}
    </Loaded>
  );
}
