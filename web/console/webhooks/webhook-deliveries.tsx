import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { WebhookDelivery } from '@platform/sdk';
import { mayCall } from '../../client/permissions.ts';
import { useSession } from '../../client/session-query.ts';
import { EmptyState } from '../../kit/content/empty-state.tsx';
import { ExactTime } from '../../kit/content/time.tsx';
import { Button } from '../../kit/controls/button.tsx';
import { Select } from '../../kit/controls/select.tsx';
import type { Column } from '../../kit/table/columns.ts';
import { currentCursor } from '../../kit/table/cursor-stack.ts';
import { DataTable } from '../../kit/table/data-table.tsx';
import { TableToolbar } from '../../kit/table/table-tools.tsx';
import { useSay } from '../../kit/words/words-context.ts';
import { CursorPager, useExpiredCursor } from '../../parts/cursor-pager.tsx';
import { Loaded } from '../../parts/loaded.tsx';
import { EventName } from '../events/event-name.tsx';
import { DeliveryStatus, useAttemptResult } from './delivery-status.tsx';
import { DeliverySelectionBar } from './delivery-selection-bar.tsx';
import { deliveriesQuery } from './webhook-queries.ts';
import { deliveryStatuses, webhookDeliveriesRoute } from './webhook-routes.ts';

const liveMs = 5_000;

function useColumns(): readonly Column<WebhookDelivery>[] {
  const say = useSay('webhooks');
  const resultOf = useAttemptResult();
  return [
    {
      id: 'event',
      label: say('column.event'),
      cell: ({ eventType }) => <EventName type={eventType} />,
    },
    {
      id: 'status',
      label: say('column.status'),
      isFact: true,
      cell: (delivery) => <DeliveryStatus delivery={delivery} />,
    },
    {
      id: 'result',
      label: say('column.result'),
      cell: ({ lastAttempt }) => resultOf(lastAttempt),
    },
    {
      id: 'attempts',
      label: say('column.attempts'),
      isNumber: true,
      cell: ({ attemptCount }) => attemptCount,
    },
    {
      id: 'created',
      label: say('column.created'),
      isFact: true,
      cell: ({ createdAt }) => <ExactTime at={createdAt} />,
    },
  ];
}

function Empty({ isFiltered, onClear }: { isFiltered: boolean; onClear: () => void }) {
  const say = useSay('webhooks');
  if (!isFiltered)
    return (
      <EmptyState why="noneYet" title={say('noDeliveries.title')}>
        {say('noDeliveries.text')}
      </EmptyState>
    );
  return (
    <EmptyState
      why="noneMatch"
      title={say('noMatch.title')}
      actions={<Button onPress={onClear}>{say('noMatch.clear')}</Button>}
    >
      {say('noMatch.text')}
    </EmptyState>
  );
}

/** What was sent to an endpoint, newest first; selected deliveries are sent again. */
export function WebhookDeliveries() {
  const say = useSay('webhooks');
  const session = useSession();
  const { endpointId } = webhookDeliveriesRoute.useParams();
  const { status, cursors } = webhookDeliveriesRoute.useSearch();
  const navigate = webhookDeliveriesRoute.useNavigate();
  const [selected, setSelected] = useState<ReadonlySet<string>>(new Set());
  const columns = useColumns();
  const cursor = cursors && currentCursor(cursors);
  const query = useQuery({
    ...deliveriesQuery(endpointId, { status, cursor }),
    placeholderData: keepPreviousData,
    refetchInterval: liveMs,
  });
  useExpiredCursor(query.error, cursors, () => void navigate({ search: { status } }));
  return (
    <>
      <TableToolbar>
        <Select
          label={say('column.status')}
          value={status ?? 'all'}
          onChange={(chosen) =>
            void navigate({ search: { status: deliveryStatuses.find((one) => one === chosen) } })
          }
          choices={[
            { id: 'all', label: say('status.all') },
            ...deliveryStatuses.map((id) => ({ id, label: say(`status.${id}`) })),
          ]}
        />
      </TableToolbar>
      <Loaded query={query} lines={8}>
        {(page) => (
          <>
            <DataTable
              label={say('tab.deliveries')}
              columns={columns}
              rows={page.data}
              idOf={({ id }) => id}
              nameOf={({ eventType }) => eventType}
              hrefOf={({ id }) => `/webhooks/${endpointId}/deliveries/${id}`}
              {...(mayCall(session, 'webhookDeliveryRedeliver') && {
                selection: selected,
                onSelect: setSelected,
              })}
              empty={
                <Empty
                  isFiltered={status !== undefined}
                  onClear={() => void navigate({ search: {} })}
                />
              }
            />
            <CursorPager
              cursors={cursors}
              page={page}
              onChange={(next) => void navigate({ search: { status, cursors: next } })}
            >
              {page.data.length > 0 && say('shown', { count: page.data.length })}
            </CursorPager>
          </>
        )}
      </Loaded>
      <DeliverySelectionBar
        endpointId={endpointId}
        selected={[...selected]}
        onClear={() => setSelected(new Set())}
      />
    </>
  );
}
