import { keepPreviousData, useQuery } from '@tanstack/react-query';
import type { SsfDelivery } from '@platform/sdk';
import { StatusDot } from '../../kit/content/badge.tsx';
import { EmptyState } from '../../kit/content/empty-state.tsx';
import { Section } from '../../kit/content/section.tsx';
import { ExactTime } from '../../kit/content/time.tsx';
import { Verbatim } from '../../kit/content/verbatim.tsx';
import { Link } from '../../kit/controls/link.tsx';
import type { Column } from '../../kit/table/columns.ts';
import { currentCursor } from '../../kit/table/cursor-stack.ts';
import { useSay } from '../../kit/words/words-context.ts';
import { CursorList } from '../../parts/cursor-list.tsx';
import { deliveriesQuery } from './receiver-queries.ts';
import { receiverRoute } from './receiver-routes.ts';
import { eventName } from './receiver-state.tsx';

type Key = Parameters<ReturnType<typeof useSay<'sharedSignals'>>>[0];

const dots = {
  pending: 'info',
  held: 'warning',
  delivered: 'ok',
  rejected: 'error',
  expired: 'error',
  discarded: 'neutral',
} as const;

/** Deliveries to a receiver, newest first. */
export function ReceiverDeliveries({ id }: { id: string }) {
  const say = useSay('sharedSignals');
  const { cursors } = receiverRoute.useSearch();
  const navigate = receiverRoute.useNavigate();
  const filter = { cursor: cursors && currentCursor(cursors) };
  const query = useQuery({
    ...deliveriesQuery(id, filter),
    placeholderData: keepPreviousData,
    refetchInterval: 10_000,
  });
  const columns: readonly Column<SsfDelivery>[] = [
    {
      id: 'type',
      label: say('delivery.type'),
      cell: ({ type }) => say(`event.${eventName(type)}` as Key),
    },
    {
      id: 'state',
      label: say('column.state'),
      isFact: true,
      cell: ({ state }) => <StatusDot state={dots[state]}>{say(`delivery.${state}`)}</StatusDot>,
    },
    {
      id: 'at',
      label: say('delivery.at'),
      isFact: true,
      cell: ({ createdAt }) => <ExactTime at={createdAt} />,
    },
    {
      id: 'answer',
      label: say('delivery.answer'),
      cell: ({ responseStatus, error, attempts }) => (
        <>
          {responseStatus !== null && <>HTTP {responseStatus} </>}
          {error !== null && <Verbatim text={error} />}{' '}
          {attempts > 1 && say('delivery.attempts', { count: attempts })}
        </>
      ),
    },
    {
      id: 'event',
      label: say('delivery.event'),
      cell: ({ eventId }) =>
        eventId === null ? '—' : <Link href={`/events/${eventId}`}>{say('delivery.open')}</Link>,
    },
  ];
  return (
    <Section title={say('deliveries')} about={say('deliveries.about')}>
      <CursorList
        label={say('deliveries')}
        columns={columns}
        query={query}
        idOf={(delivery) => delivery.id}
        nameOf={({ type }) => eventName(type)}
        cursors={cursors}
        onCursors={(next) => void navigate({ search: { cursors: next } })}
        empty={
          <EmptyState why="noneYet" level={3} title={say('deliveries.none')}>
            {say('deliveries.none.text')}
          </EmptyState>
        }
      />
    </Section>
  );
}
