import { keepPreviousData, useQuery } from '@tanstack/react-query';
import type { UserOrganization } from '@platform/sdk';
import { EmptyState } from '../../kit/content/empty-state.tsx';
import { ExactTime } from '../../kit/content/time.tsx';
import { Verbatim } from '../../kit/content/verbatim.tsx';
import type { Column } from '../../kit/table/columns.ts';
import { currentCursor } from '../../kit/table/cursor-stack.ts';
import { DataTable } from '../../kit/table/data-table.tsx';
import { useFormats, useSay } from '../../kit/words/words-context.ts';
import { CursorPager } from '../../parts/cursor-pager.tsx';
import { Loaded } from '../../parts/loaded.tsx';
import { userOrganizationsQuery } from './user-queries.ts';
import { userOrganizationsRoute } from './user-routes.ts';

function useColumns(): readonly Column<UserOrganization>[] {
  const say = useSay('users');
  const formats = useFormats();
  return [
    {
      id: 'name',
      label: say('organization'),
      cell: ({ organizationName }) => <Verbatim text={organizationName} />,
    },
    {
      id: 'roles',
      label: say('roles'),
      isFact: true,
      cell: ({ roles }) => (roles.length > 0 ? formats.formatList(roles) : '—'),
    },
    {
      id: 'state',
      label: say('status'),
      isFact: true,
      cell: ({ state }) => say(`membership.${state}`),
    },
    {
      id: 'sources',
      label: say('source'),
      cell: ({ sources }) =>
        formats.formatList(sources.map((one) => say(`membershipSource.${one}`))),
    },
    {
      id: 'joined',
      label: say('joined'),
      cell: ({ joinedAt }) => <ExactTime at={joinedAt} isDate />,
    },
  ];
}

/** The organizations that a user belongs to. */
export function UserOrganizations() {
  const say = useSay('users');
  const { userId } = userOrganizationsRoute.useParams();
  const { cursors } = userOrganizationsRoute.useSearch();
  const navigate = userOrganizationsRoute.useNavigate();
  const cursor = cursors && currentCursor(cursors);
  const query = useQuery({
    ...userOrganizationsQuery(userId, { cursor }),
    placeholderData: keepPreviousData,
  });
  const columns = useColumns();
  return (
    <Loaded query={query} lines={4}>
      {(page) => (
        <>
          <DataTable
            label={say('tab.organizations')}
            columns={columns}
            rows={page.data}
            idOf={({ membershipId }) => membershipId}
            nameOf={({ organizationName }) => organizationName}
            empty={
              <EmptyState why="noneYet" title={say('noOrganizations.title')}>
                {say('noOrganizations.text')}
              </EmptyState>
            }
          />
          <CursorPager
            cursors={cursors}
            page={page}
            onChange={(next) => void navigate({ search: { cursors: next } })}
          />
        </>
      )}
    </Loaded>
  );
}
