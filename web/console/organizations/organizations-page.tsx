import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { Organization } from '@platform/sdk';
import { mayCall } from '../../client/permissions.ts';
import { useSession } from '../../client/session-query.ts';
import { ExactTime } from '../../kit/content/time.tsx';
import { Verbatim } from '../../kit/content/verbatim.tsx';
import { Button } from '../../kit/controls/button.tsx';
import { Select } from '../../kit/controls/select.tsx';
import { PageHeader } from '../../kit/frame/page-header.tsx';
import { useSingleKeys } from '../../kit/shortcuts.ts';
import type { Column } from '../../kit/table/columns.ts';
import { currentCursor } from '../../kit/table/cursor-stack.ts';
import { DataTable } from '../../kit/table/data-table.tsx';
import { TableToolbar } from '../../kit/table/table-tools.tsx';
import { useFormats, useSay } from '../../kit/words/words-context.ts';
import { CursorPager, useExpiredCursor } from '../../parts/cursor-pager.tsx';
import { ListEmpty } from '../../parts/list-empty.tsx';
import { Loaded } from '../../parts/loaded.tsx';
import { SearchBox } from '../../parts/search-box.tsx';
import { ShowCode } from '../../parts/show-code.tsx';
import { CreateOrganization } from './create-organization.tsx';
import { organizationsQuery } from './organization-queries.ts';
import { organizationsRoute } from './organization-routes.ts';
import { OrganizationStatus } from './organization-status.tsx';

const statuses = ['active', 'suspended'] as const;
const isOrganizationId = (text: string): boolean => /^org_[0-9a-z]{26}$/.test(text);

function useColumns(): readonly Column<Organization>[] {
  const say = useSay('organizations');
  const formats = useFormats();
  return [
    { id: 'name', label: say('name'), cell: ({ name }) => <Verbatim text={name} /> },
    {
      id: 'status',
      label: say('status'),
      isFact: true,
      cell: (organization) => <OrganizationStatus organization={organization} />,
    },
    {
      id: 'members',
      label: say('members'),
      isNumber: true,
      isFact: true,
      cell: ({ memberCount }) => formats.formatNumber(memberCount),
    },
    { id: 'slug', label: say('slug'), cell: ({ slug }) => <code>{slug}</code> },
    {
      id: 'domain',
      label: say('primaryDomain'),
      cell: ({ primaryDomain }) =>
        primaryDomain === null ? '—' : <Verbatim text={primaryDomain} />,
    },
    {
      id: 'created',
      label: say('created'),
      cell: ({ createdAt }) => <ExactTime at={createdAt} isDate />,
    },
  ];
}

/** The organizations of the tenant: found, filtered, created. */
export function OrganizationsPage() {
  const say = useSay('organizations');
  const session = useSession();
  const { q, status, cursors } = organizationsRoute.useSearch();
  const navigate = organizationsRoute.useNavigate();
  const [isCreating, setIsCreating] = useState(false);
  const filter = { q, status, cursor: cursors && currentCursor(cursors) };
  const query = useQuery({ ...organizationsQuery(filter), placeholderData: keepPreviousData });
  const mayCreate = mayCall(session, 'organizationsCreate');
  useExpiredCursor(query.error, cursors, () => void navigate({ search: { q, status } }));
  useSingleKeys(mayCreate ? { c: () => setIsCreating(true) } : {});
  const create = mayCreate && (
    <Button kind="primary" onPress={() => setIsCreating(true)}>
      {say('create')}
    </Button>
  );
  const table = {
    label: say('title'),
    columns: useColumns(),
    idOf: ({ id }: Organization) => id,
    nameOf: ({ name }: Organization) => name,
    hrefOf: ({ id }: Organization) => `/organizations/${id}`,
  };
  function search(text: string | undefined): void {
    if (text !== undefined && isOrganizationId(text))
      void navigate({ to: '/organizations/$orgId', params: { orgId: text } });
    else void navigate({ search: { q: text, status }, replace: true });
  }
  return (
    <>
      <PageHeader
        title={say('title')}
        actions={
          <>
            <ShowCode entries={[{ operation: 'organizationsList', query: filter }]} />
            {create}
          </>
        }
      />
      <TableToolbar>
        <SearchBox label={say('search')} value={q} onChange={search} minLetters={3} />
        <Select
          label={say('status')}
          value={status ?? 'all'}
          onChange={(chosen) =>
            void navigate({ search: { q, status: statuses.find((one) => one === chosen) } })
          }
          choices={[
            { id: 'all', label: say('status.all') },
            ...statuses.map((id) => ({ id, label: say(`status.${id}`) })),
          ]}
        />
      </TableToolbar>
      <Loaded query={query} loading={<DataTable {...table} rows={[]} isLoading empty={null} />}>
        {(page) => (
          <>
            <DataTable
              {...table}
              rows={page.data}
              empty={
                <ListEmpty
                  {...((q ?? status) && { unfiltered: '/organizations' })}
                  title={say('noneYet.title')}
                  text={say('noneYet.text')}
                  actions={create}
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
      {isCreating && <CreateOrganization onClose={() => setIsCreating(false)} />}
    </>
  );
}
