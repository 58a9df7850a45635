import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { Suspense, useState } from 'react';
import type { User } from '@platform/sdk';
import { mayCall } from '../../client/permissions.ts';
import { useSession } from '../../client/session-query.ts';
import { Button } from '../../kit/controls/button.tsx';
import { Select } from '../../kit/controls/select.tsx';
import { PageHeader } from '../../kit/frame/page-header.tsx';
import { useSingleKeys } from '../../kit/shortcuts.ts';
import { currentCursor } from '../../kit/table/cursor-stack.ts';
import { DataTable } from '../../kit/table/data-table.tsx';
import { TableToolbar } from '../../kit/table/table-tools.tsx';
import { useSay } from '../../kit/words/words-context.ts';
import { CursorPager, useExpiredCursor } from '../../parts/cursor-pager.tsx';
import { Loaded } from '../../parts/loaded.tsx';
import { SearchBox } from '../../parts/search-box.tsx';
import { ShowCode } from '../../parts/show-code.tsx';
import { CreateUserDialog } from './create-user-dialog.tsx';
import { useUserColumns } from './user-columns.tsx';
import { isUserId, userName } from './user-names.ts';
import { usersQuery } from './user-queries.ts';
import { usersRoute } from './user-routes.ts';
import { UserSelectionBar } from './user-selection-bar.tsx';
import { UsersEmpty } from './users-empty.tsx';
import { lazyPart } from '../../kit/lazy-part.tsx';

const BulkUsersDialog = lazyPart(
  async () => (await import('./bulk-users-dialog.tsx')).BulkUsersDialog,
);
const ExportUsersDialog = lazyPart(
  async () => (await import('./export-users-dialog.tsx')).ExportUsersDialog,
);

const statuses = ['active', 'suspended', 'deactivated'] as const;

/** The users of the tenant: found, filtered, created, suspended. */
export function UsersPage() {
  const say = useSay('users');
  const session = useSession();
  const { q, status, cursors } = usersRoute.useSearch();
  const navigate = usersRoute.useNavigate();
  const [selected, setSelected] = useState<ReadonlyMap<string, User>>(new Map());
  const [open, setOpen] = useState<'create' | 'bulk' | 'export'>();
  const close = () => setOpen(undefined);
  const columns = useUserColumns();
  const filter = { q, status, cursor: cursors && currentCursor(cursors) };
  const query = useQuery({ ...usersQuery(filter), placeholderData: keepPreviousData });
  const mayCreate = mayCall(session, 'userDirectoryCreate');
  const mayChange = mayCall(session, 'userDirectoryPatch');
  const conditions = { ...(q !== undefined && { q }), ...(status && { status }) };
  useExpiredCursor(query.error, cursors, () => void navigate({ search: { q, status } }));
  useSingleKeys(mayCreate ? { c: () => setOpen('create') } : {});

  function search(text: string | undefined): void {
    if (text !== undefined && isUserId(text))
      void navigate({ to: '/users/$userId', params: { userId: text } });
    else void navigate({ search: { q: text, status }, replace: true });
  }

  return (
    <>
      <PageHeader
        title={say('title')}
        actions={
          <>
            <ShowCode entries={[{ operation: 'userDirectoryList', query: filter }]} />
            {mayCall(session, 'userExportCreate') && (
              <Button onPress={() => setOpen('export')}>{say('export')}</Button>
            )}
            {mayCreate && (
              <Button kind="primary" onPress={() => setOpen('create')}>
                {say('create')}
              </Button>
            )}
          </>
        }
      />
      <TableToolbar>
        <SearchBox label={say('search')} value={q} onChange={search} minLetters={3} />
        <Select
          label={say('status')}
          value={status ?? 'all'}
          onChange={(chosen) =>
            void navigate({
              search: { q, status: statuses.find((one) => one === chosen) },
            })
          }
          choices={[
            { id: 'all', label: say('status.all') },
            ...statuses.map((id) => ({ id, label: say(`status.${id}`) })),
          ]}
        />
      </TableToolbar>
      <Loaded query={query} loading={<UserTable columns={columns} rows={[]} isLoading />}>
        {(page) => (
          <>
            <UserTable
              columns={columns}
              rows={page.data}
              {...(mayChange && { selected, onSelect: setSelected })}
              empty={
                <UsersEmpty
                  isFiltered={Boolean(q ?? status)}
                  onCreate={mayCreate ? () => setOpen('create') : undefined}
                />
              }
            />
            <CursorPager
              cursors={cursors}
              page={page}
              onChange={(next) => void navigate({ search: { q, status, cursors: next } })}
            >
              {say('shown', { count: page.data.length })}
            </CursorPager>
          </>
        )}
      </Loaded>
      <UserSelectionBar
        selected={[...selected.values()]}
        onClear={() => setSelected(new Map())}
        onAll={mayCall(session, 'userBulkJobCreate') ? () => setOpen('bulk') : undefined}
      />
      {open === 'create' && <CreateUserDialog onClose={close} />}
      <Suspense>
        {open === 'bulk' && (
          <BulkUsersDialog
            filter={conditions}
            onStarted={() => {
              setSelected(new Map());
              close();
            }}
            onClose={close}
          />
        )}
        {open === 'export' && <ExportUsersDialog filter={conditions} onClose={close} />}
      </Suspense>
    </>
  );
}

interface UserTableProps {
  columns: ReturnType<typeof useUserColumns>;
  rows: readonly User[];
  isLoading?: boolean;
  selected?: ReadonlyMap<string, User>;
  onSelect?: (selected: ReadonlyMap<string, User>) => void;
  empty?: React.ReactNode;
}

/** The table keeps the selected users themselves: those of other pages are not among the rows. */
function UserTable({ columns, rows, isLoading, selected, onSelect, empty }: UserTableProps) {
  const say = useSay('users');
  const select = (ids: ReadonlySet<string>): void => {
    const known = new Map([...(selected ?? []), ...rows.map((user) => [user.id, user] as const)]);
    onSelect?.(new Map([...ids].map((id) => [id, known.get(id)!])));
  };
  return (
    <DataTable
      label={say('title')}
      columns={columns}
      rows={rows}
      idOf={({ id }) => id}
      nameOf={userName}
      hrefOf={({ id }) => `/users/${id}`}
      isLoading={isLoading}
      {...(selected && { selection: new Set(selected.keys()), onSelect: select })}
      empty={empty}
    />
  );
}
