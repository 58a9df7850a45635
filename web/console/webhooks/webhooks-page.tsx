import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { WebhookEndpoint } from '@platform/sdk';
import { mayCall } from '../../client/permissions.ts';
import { useSession } from '../../client/session-query.ts';
import { EmptyState } from '../../kit/content/empty-state.tsx';
import { Verbatim } from '../../kit/content/verbatim.tsx';
import { Button } from '../../kit/controls/button.tsx';
import { PageHeader } from '../../kit/frame/page-header.tsx';
import { useSingleKeys } from '../../kit/shortcuts.ts';
import type { Column } from '../../kit/table/columns.ts';
import { currentCursor } from '../../kit/table/cursor-stack.ts';
import { DataTable } from '../../kit/table/data-table.tsx';
import { useSay } from '../../kit/words/words-context.ts';
import { CursorPager, useExpiredCursor } from '../../parts/cursor-pager.tsx';
import { Loaded } from '../../parts/loaded.tsx';
import { ShowCode } from '../../parts/show-code.tsx';
import { CreateWebhookDialog } from './create-webhook-dialog.tsx';
import { WebhookHealthCell } from './webhook-health.tsx';
import { webhooksQuery } from './webhook-queries.ts';
import { webhooksRoute } from './webhook-routes.ts';
import styles from './webhooks.module.css';

function useColumns(): readonly Column<WebhookEndpoint>[] {
  const say = useSay('webhooks');
  return [
    {
      id: 'url',
      label: say('column.url'),
      cell: ({ url, description }) => (
        <span className={styles['health']}>
          <span className={styles['name']}>
            <Verbatim text={url} />
          </span>
          {description !== null && (
            <span className={styles['quiet']}>
              <Verbatim text={description} />
            </span>
          )}
        </span>
      ),
    },
    {
      id: 'health',
      label: say('column.health'),
      isFact: true,
      cell: (endpoint) => <WebhookHealthCell endpoint={endpoint} />,
    },
    {
      id: 'types',
      label: say('column.types'),
      isFact: true,
      cell: ({ eventTypes }) => eventTypes.join(', '),
    },
  ];
}

/** The endpoints of the tenant, with how each is. */
export function WebhooksPage() {
  const say = useSay('webhooks');
  const session = useSession();
  const { cursors } = webhooksRoute.useSearch();
  const navigate = webhooksRoute.useNavigate();
  const [isCreating, setIsCreating] = useState(false);
  const columns = useColumns();
  const filter = { cursor: cursors && currentCursor(cursors) };
  const query = useQuery({
    ...webhooksQuery(filter),
    placeholderData: keepPreviousData,
    refetchInterval: 30_000,
  });
  const mayCreate = mayCall(session, 'webhookEndpointCreate');
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
    idOf: ({ id }: WebhookEndpoint) => id,
    nameOf: ({ url }: WebhookEndpoint) => url,
    hrefOf: ({ id }: WebhookEndpoint) => `/webhooks/${id}`,
    empty: (
      <EmptyState why="noneYet" title={say('noneYet.title')} actions={create()}>
        {say('noneYet.text')}
      </EmptyState>
    ),
  };
  return (
    <>
      <PageHeader
        title={say('title')}
        actions={
          <>
            <ShowCode entries={[{ operation: 'webhookEndpointList', query: filter }]} />
            {create('primary')}
          </>
        }
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
              {page.data.length > 0 && say('shownEndpoints', { count: page.data.length })}
            </CursorPager>
          </>
        )}
      </Loaded>
      {isCreating && <CreateWebhookDialog onClose={() => setIsCreating(false)} />}
    </>
  );
}
