import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { ApiResource } from '@platform/sdk';
import { mayCall } from '../../client/permissions.ts';
import { useSession } from '../../client/session-query.ts';
import { StatusDot } from '../../kit/content/badge.tsx';
import { ExactTime } from '../../kit/content/time.tsx';
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
import { ApiListTabs } from './api-list-tabs.tsx';
import { apisQuery } from './api-queries.ts';
import { apisRoute } from './api-routes.ts';
import { CreateApi } from './create-api.tsx';

function useColumns(): readonly Column<ApiResource>[] {
  const say = useSay('apis');
  return [
    { id: 'name', label: say('name'), cell: ({ name }) => <Verbatim text={name} /> },
    {
      id: 'identifier',
      label: say('identifier'),
      isFact: true,
      cell: ({ identifier }) => <code>{identifier}</code>,
    },
    {
      id: 'status',
      label: say('status'),
      isFact: true,
      cell: ({ enabled }) => (
        <StatusDot state={enabled ? 'ok' : 'warning'}>
          {say(enabled ? 'enabled' : 'disabled')}
        </StatusDot>
      ),
    },
    { id: 'format', label: say('field.tokenFormat'), cell: ({ tokenFormat }) => tokenFormat },
    {
      id: 'created',
      label: say('created'),
      cell: ({ createdAt }) => <ExactTime at={createdAt} isDate />,
    },
  ];
}

/** The tenant's own APIs. */
export function ApisPage() {
  const say = useSay('apis');
  const session = useSession();
  const { cursors } = apisRoute.useSearch();
  const navigate = apisRoute.useNavigate();
  const [isCreating, setIsCreating] = useState(false);
  const columns = useColumns();
  const filter = { cursor: cursors && currentCursor(cursors) };
  const query = useQuery({ ...apisQuery(filter), placeholderData: keepPreviousData });
  const mayCreate = mayCall(session, 'apiResourceCreate');
  useExpiredCursor(query.error, cursors, () => void navigate({ search: {} }));
  useSingleKeys(mayCreate ? { c: () => setIsCreating(true) } : {});
  const create = (kind?: 'primary') =>
    mayCreate && (
      <Button kind={kind} onPress={() => setIsCreating(true)}>
        {say('create')}
      </Button>
    );
  const table = {
    label: say('title'),
    columns,
    idOf: ({ id }: ApiResource) => id,
    nameOf: ({ name }: ApiResource) => name,
    hrefOf: ({ id }: ApiResource) => `/apis/${id}`,
    empty: <ListEmpty title={say('noneYet.title')} text={say('noneYet.text')} actions={create()} />,
  };
  return (
    <>
      <PageHeader
        title={say('title')}
        meta={<span>{say('about')}</span>}
        actions={
          <>
            <ShowCode entries={[{ operation: 'apiResourceList', query: filter }]} />
            {create('primary')}
          </>
        }
        tabs={<ApiListTabs current="/apis" />}
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
              {page.data.length > 0 && say('shown', { count: page.data.length })}
            </CursorPager>
          </>
        )}
      </Loaded>
      {isCreating && <CreateApi onClose={() => setIsCreating(false)} />}
    </>
  );
}
