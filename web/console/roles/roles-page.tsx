import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { Role } from '@platform/sdk';
import { mayCall } from '../../client/permissions.ts';
import { useSession } from '../../client/session-query.ts';
import { Badge } from '../../kit/content/badge.tsx';
import { Verbatim } from '../../kit/content/verbatim.tsx';
import { Button } from '../../kit/controls/button.tsx';
import { PageHeader } from '../../kit/frame/page-header.tsx';
import { useSingleKeys } from '../../kit/shortcuts.ts';
import type { Column } from '../../kit/table/columns.ts';
import { currentCursor } from '../../kit/table/cursor-stack.ts';
import { DataTable } from '../../kit/table/data-table.tsx';
import { useSay } from '../../kit/words/words-context.ts';
import { CursorPager, useExpiredCursor } from '../../parts/cursor-pager.tsx';
import { ListEmpty } from '../../parts/list-empty.tsx';
import { Loaded } from '../../parts/loaded.tsx';
import { ShowCode } from '../../parts/show-code.tsx';
import { CreateRole } from './create-role.tsx';
import { useRoleWords } from './role-names.ts';
import { rolesQuery } from './role-queries.ts';
import { rolesRoute } from './role-routes.ts';
import { RoleListTabs } from './role-list-tabs.tsx';

function useColumns(): readonly Column<Role>[] {
  const say = useSay('roles');
  const { nameOf } = useRoleWords();
  return [
    { id: 'name', label: say('name'), cell: (role) => <Verbatim text={nameOf(role)} /> },
    {
      id: 'kind',
      label: say('kind'),
      isFact: true,
      cell: ({ system }) => <Badge>{say(system ? 'builtIn' : 'custom')}</Badge>,
    },
    { id: 'key', label: say('key'), cell: ({ key }) => <code>{key}</code> },
    {
      id: 'permissions',
      label: say('permissionCount'),
      isNumber: true,
      cell: ({ permissions }) => permissions.length,
    },
    {
      id: 'assigned',
      label: say('assignmentCount'),
      isNumber: true,
      isFact: true,
      cell: ({ assignmentCount }) => assignmentCount,
    },
  ];
}

/** The roles of the tenant, built-in ones first. */
export function RolesPage() {
  const say = useSay('roles');
  const session = useSession();
  const { cursors } = rolesRoute.useSearch();
  const navigate = rolesRoute.useNavigate();
  const [isCreating, setIsCreating] = useState(false);
  const columns = useColumns();
  const filter = { cursor: cursors && currentCursor(cursors) };
  const query = useQuery({ ...rolesQuery(filter), placeholderData: keepPreviousData });
  const mayCreate = mayCall(session, 'rolesCreate');
  useExpiredCursor(query.error, cursors, () => void navigate({ search: {} }));
  useSingleKeys(mayCreate ? { c: () => setIsCreating(true) } : {});
  const { nameOf } = useRoleWords();
  const table = {
    label: say('title'),
    columns,
    idOf: ({ id }: Role) => id,
    nameOf,
    hrefOf: ({ id }: Role) => `/access/roles/${id}`,
    empty: <ListEmpty title={say('noneYet.title')} text={say('noneYet.text')} />,
  };
  return (
    <>
      <PageHeader
        title={say('title')}
        actions={
          <>
            <ShowCode entries={[{ operation: 'rolesList', query: filter }]} />
            {mayCreate && (
              <Button kind="primary" onPress={() => setIsCreating(true)}>
                {say('create')}
              </Button>
            )}
          </>
        }
        tabs={<RoleListTabs current="/access/roles" />}
      />
      <Loaded query={query} loading={<DataTable {...table} rows={[]} isLoading />}>
        {(page) => (
          <>
            <DataTable {...table} rows={page.data} />
            <CursorPager
              cursors={cursors}
              page={page}
              onChange={(next) => void navigate({ search: { cursors: next } })}
            >
              {say('shown', { count: page.data.length })}
            </CursorPager>
          </>
        )}
      </Loaded>
      {isCreating && <CreateRole onClose={() => setIsCreating(false)} />}
    </>
  );
}
