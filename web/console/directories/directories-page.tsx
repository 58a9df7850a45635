import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { Directory } from '@platform/sdk';
import { mayCall } from '../../client/permissions.ts';
import { useSession } from '../../client/session-query.ts';
import { RelativeTime } from '../../kit/content/time.tsx';
import { Verbatim } from '../../kit/content/verbatim.tsx';
import { Button } from '../../kit/controls/button.tsx';
import { PageHeader } from '../../kit/frame/page-header.tsx';
import { useSingleKeys } from '../../kit/shortcuts.ts';
import type { Column } from '../../kit/table/columns.ts';
import { currentCursor } from '../../kit/table/cursor-stack.ts';
import { DataTable } from '../../kit/table/data-table.tsx';
import { useFormats, useSay } from '../../kit/words/words-context.ts';
import { CursorPager, useExpiredCursor } from '../../parts/cursor-pager.tsx';
import { ListEmpty } from '../../parts/list-empty.tsx';
import { Loaded } from '../../parts/loaded.tsx';
import { ShowCode } from '../../parts/show-code.tsx';
import { CreateDirectory } from './create-directory.tsx';
import { directoriesQuery } from './directory-queries.ts';
import { directoriesRoute } from './directory-routes.ts';
import { DirectoryStatus } from './directory-status.tsx';

function useColumns(): readonly Column<Directory>[] {
  const say = useSay('directories');
  const formats = useFormats();
  return [
    { id: 'name', label: say('name'), cell: ({ name }) => <Verbatim text={name} /> },
    {
      id: 'state',
      label: say('status'),
      isFact: true,
      cell: (directory) => <DirectoryStatus directory={directory} />,
    },
    { id: 'kind', label: say('kind'), isFact: true, cell: ({ kind }) => say(`kind.${kind}`) },
    {
      id: 'users',
      label: say('users'),
      isNumber: true,
      cell: ({ counts }) => formats.formatNumber(counts.users),
    },
    {
      id: 'last',
      label: say('lastContact'),
      cell: ({ lastInboundAt, lastSync }) => {
        const at = lastInboundAt ?? lastSync?.finishedAt;
        return at ? <RelativeTime at={at} /> : say('never');
      },
    },
  ];
}

/** The directories from which users come. */
export function DirectoriesPage() {
  const say = useSay('directories');
  const session = useSession();
  const { organization, cursors } = directoriesRoute.useSearch();
  const navigate = directoriesRoute.useNavigate();
  const [isCreating, setIsCreating] = useState(false);
  const filter = { organizationId: organization, cursor: cursors && currentCursor(cursors) };
  const query = useQuery({ ...directoriesQuery(filter), placeholderData: keepPreviousData });
  const mayCreate = mayCall(session, 'directoriesCreate');
  useExpiredCursor(query.error, cursors, () => void navigate({ search: { organization } }));
  useSingleKeys(mayCreate ? { c: () => setIsCreating(true) } : {});
  const create = mayCreate && (
    <Button kind="primary" onPress={() => setIsCreating(true)}>
      {say('create')}
    </Button>
  );
  const table = {
    label: say('title'),
    columns: useColumns(),
    idOf: ({ id }: Directory) => id,
    nameOf: ({ name }: Directory) => name,
    hrefOf: ({ id }: Directory) => `/directories/${id}`,
  };
  return (
    <>
      <PageHeader
        title={say('title')}
        actions={
          <>
            <ShowCode entries={[{ operation: 'directoriesList', query: filter }]} />
            {create}
          </>
        }
      />
      <Loaded query={query} loading={<DataTable {...table} rows={[]} isLoading empty={null} />}>
        {(page) => (
          <>
            <DataTable
              {...table}
              rows={page.data}
              empty={
                <ListEmpty
                  {...(organization && { unfiltered: '/directories' })}
                  title={say('noneYet.title')}
                  text={say('noneYet.text')}
                  actions={create}
                />
              }
            />
            <CursorPager
              cursors={cursors}
              page={page}
              onChange={(next) => void navigate({ search: { organization, cursors: next } })}
            >
              {say('shown', { count: page.data.length })}
            </CursorPager>
          </>
        )}
      </Loaded>
      {isCreating && (
        <CreateDirectory organizationId={organization} onClose={() => setIsCreating(false)} />
      )}
    </>
  );
}
