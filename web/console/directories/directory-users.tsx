import { keepPreviousData, useQuery } from '@tanstack/react-query';
import type { DirectoryUser } from '@platform/sdk';
import { StatusDot } from '../../kit/content/badge.tsx';
import { ExactTime } from '../../kit/content/time.tsx';
import { Verbatim } from '../../kit/content/verbatim.tsx';
import { Link } from '../../kit/controls/link.tsx';
import type { Column } from '../../kit/table/columns.ts';
import { currentCursor } from '../../kit/table/cursor-stack.ts';
import { DataTable } from '../../kit/table/data-table.tsx';
import { TableToolbar } from '../../kit/table/table-tools.tsx';
import { useSay } from '../../kit/words/words-context.ts';
import { CursorPager, useExpiredCursor } from '../../parts/cursor-pager.tsx';
import { ListEmpty } from '../../parts/list-empty.tsx';
import { Loaded } from '../../parts/loaded.tsx';
import { SearchBox } from '../../parts/search-box.tsx';
import { ShowCode } from '../../parts/show-code.tsx';
import { ToolbarActions } from '../../parts/toolbar-actions.tsx';
import { directoryUsersQuery } from './directory-queries.ts';
import { directoryUsersRoute } from './directory-routes.ts';

const dots = { none: 'neutral', active: 'ok', inactive: 'neutral', ignored: 'warning' } as const;

function useColumns(): readonly Column<DirectoryUser>[] {
  const say = useSay('directories');
  return [
    {
      id: 'name',
      label: say('name'),
      cell: ({ displayName, userName, userId }) => {
        const name = <Verbatim text={displayName ?? userName} />;
        return userId === null ? name : <Link href={`/users/${userId}`}>{name}</Link>;
      },
    },
    { id: 'userName', label: say('userName'), cell: ({ userName }) => <code>{userName}</code> },
    {
      id: 'link',
      label: say('status'),
      isFact: true,
      cell: ({ link }) => <StatusDot state={dots[link]}>{say(`link.${link}`)}</StatusDot>,
    },
    {
      id: 'problems',
      label: say('problems'),
      isFact: true,
      cell: ({ problems }) =>
        problems.length === 0
          ? '—'
          : problems.map(({ pointer, detail }) => `${pointer}: ${detail}`).join(' · '),
    },
    {
      id: 'updated',
      label: say('updated'),
      cell: ({ updatedAt }) => <ExactTime at={updatedAt} />,
    },
  ];
}

/** The users of a directory, and the users of the tenant that they have become. */
export function DirectoryUsers() {
  const say = useSay('directories');
  const { directoryId } = directoryUsersRoute.useParams();
  const { q, cursors } = directoryUsersRoute.useSearch();
  const navigate = directoryUsersRoute.useNavigate();
  const filter = { q, cursor: cursors && currentCursor(cursors) };
  const query = useQuery({
    ...directoryUsersQuery(directoryId, filter),
    placeholderData: keepPreviousData,
  });
  const columns = useColumns();
  useExpiredCursor(query.error, cursors, () => void navigate({ search: { q } }));
  return (
    <>
      <TableToolbar>
        <SearchBox
          label={say('users.search')}
          value={q}
          minLetters={3}
          onChange={(text) => void navigate({ search: { q: text }, replace: true })}
        />
        <ToolbarActions>
          <ShowCode
            entries={[
              { operation: 'directoriesListUsers', parameters: [directoryId], query: filter },
            ]}
          />
        </ToolbarActions>
      </TableToolbar>
      <Loaded query={query} lines={6}>
        {(page) => (
          <>
            <DataTable
              label={say('tab.users')}
              columns={columns}
              rows={page.data}
              idOf={({ id }) => id}
              nameOf={({ userName }) => userName}
              empty={
                <ListEmpty
                  {...(q && { unfiltered: `/directories/${directoryId}/users` })}
                  title={say('noUsers.title')}
                  text={say('noUsers.text')}
                />
              }
            />
            <CursorPager
              cursors={cursors}
              page={page}
              onChange={(next) => void navigate({ search: { q, cursors: next } })}
            />
          </>
        )}
      </Loaded>
    </>
  );
}
