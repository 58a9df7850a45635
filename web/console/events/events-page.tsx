import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { Event } from '@platform/sdk';
import { mayCall } from '../../client/permissions.ts';
import { useSession } from '../../client/session-query.ts';
import { StatusDot } from '../../kit/content/badge.tsx';
import { CopyableId } from '../../kit/content/copyable.tsx';
import { EmptyState } from '../../kit/content/empty-state.tsx';
import { ExactTime } from '../../kit/content/time.tsx';
import { Button } from '../../kit/controls/button.tsx';
import { Select } from '../../kit/controls/select.tsx';
import { Switch } from '../../kit/controls/switch.tsx';
import { PageHeader } from '../../kit/frame/page-header.tsx';
import type { Column } from '../../kit/table/columns.ts';
import { DataTable } from '../../kit/table/data-table.tsx';
import { TableToolbar } from '../../kit/table/table-tools.tsx';
import { useSay } from '../../kit/words/words-context.ts';
import { ProblemNote } from '../../parts/problem-note.tsx';
import { SearchBox } from '../../parts/search-box.tsx';
import { ShowCode } from '../../parts/show-code.tsx';
import { mostEvents } from './event-buffer.ts';
import { eventTypesQuery } from './event-queries.ts';
import { eventPeriods } from './event-periods.ts';
import { eventsRoute } from './event-routes.ts';
import { useEventTail } from './event-tail.ts';
import { EventName } from './event-name.tsx';
import { useEventWords } from './event-words.ts';
import styles from './events.module.css';

const hourMs = 3_600_000;
const rowsAtOnce = 200;
type Filter = ReturnType<typeof eventsRoute.useSearch>;

function useColumns(): readonly Column<Event>[] {
  const say = useSay('events');
  const { user } = useSession();
  const { actorOf } = useEventWords(user.id);
  return [
    {
      id: 'event',
      label: say('column.event'),
      cell: ({ type }) => (
        <span className={styles['event']}>
          <EventName type={type} />
        </span>
      ),
    },
    {
      id: 'time',
      label: say('column.time'),
      isFact: true,
      cell: ({ occurredAt }) => <ExactTime at={occurredAt} />,
    },
    {
      id: 'actor',
      label: say('column.actor'),
      isFact: true,
      cell: ({ actor }) => actorOf(actor),
    },
    {
      id: 'subject',
      label: say('column.subject'),
      cell: ({ subject }) => <CopyableId text={subject.id} isShort />,
    },
  ];
}

/** Families of types, then the types themselves. */
function TypeFilter({ filter, onFilter }: FilterProps) {
  const say = useSay('events');
  const { nameOf } = useEventWords();
  const query = useQuery(eventTypesQuery());
  const types = query.data?.value.data ?? [];
  const families = [...new Set(types.map(({ family }) => `${family}.*`))];
  const known = [...families, ...types.map(({ type }) => type)];
  const chosen = filter.type;
  // A type that the list does not have, or not yet, stays visible.
  const ids = chosen === undefined || known.includes(chosen) ? known : [chosen, ...known];
  return (
    <Select
      label={say('filter.type')}
      value={chosen ?? 'all'}
      onChange={(id) => onFilter({ ...filter, type: id === 'all' ? undefined : id })}
      choices={[
        { id: 'all', label: say('filter.type.all') },
        ...ids.map((id) => ({ id, label: nameOf(id) })),
      ]}
    />
  );
}

interface FilterProps {
  filter: Filter;
  onFilter: (filter: Filter) => void;
}

function Filters({ filter, onFilter }: FilterProps) {
  const say = useSay('events');
  const session = useSession();
  return (
    <TableToolbar>
      {mayCall(session, 'eventTypesList') && <TypeFilter filter={filter} onFilter={onFilter} />}
      <Select
        label={say('filter.period')}
        value={filter.hours ?? '24'}
        onChange={(hours) => onFilter({ ...filter, hours })}
        choices={eventPeriods.map((id) => ({ id, label: say(`period.${id}`) }))}
      />
      <SearchBox
        label={say('filter.actor')}
        value={filter.actor}
        onChange={(actor) => onFilter({ ...filter, actor })}
        minLetters={3}
      />
      <SearchBox
        label={say('filter.organization')}
        value={filter.organization}
        onChange={(organization) => onFilter({ ...filter, organization })}
        minLetters={3}
      />
    </TableToolbar>
  );
}

/** What is shown while the live view is paused: it does not move. New events are counted meanwhile. */
function usePaused(events: readonly Event[]) {
  const [kept, setKept] = useState<readonly Event[]>();
  const newest = kept?.[0]?.id;
  const at = events.findIndex(({ id }) => id === newest);
  return {
    shown: kept ?? events,
    waiting: kept === undefined ? 0 : at < 0 ? events.length : at,
    isPaused: kept !== undefined,
    pause: (isPaused: boolean) => setKept(isPaused ? events : undefined),
  };
}

function EventList({ filter, onFilter }: FilterProps) {
  const say = useSay('events');
  const { type, actor, organization, hours = '24' } = filter;
  // Fixed while the filter is: another start would read everything again.
  const [start] = useState(() => new Date(Date.now() - Number(hours) * hourMs).toISOString());
  const tail = useEventTail({ type, actorId: actor, organizationId: organization, start });
  const { shown, waiting, isPaused, pause } = usePaused(tail.events);
  const [limit, setLimit] = useState(rowsAtOnce);
  const columns = useColumns();
  const isFiltered = Boolean(type ?? actor ?? organization);
  return (
    <>
      {tail.error !== undefined && <ProblemNote error={tail.error} isRetrying />}
      <div className={styles['live']}>
        <Switch label={say('live')} isSelected={!isPaused} onChange={(isLive) => pause(!isLive)} />
        <span role="status" className={styles['quiet']}>
          {tail.isLive
            ? say(shown.length < mostEvents ? 'shown' : 'shownMost', { count: shown.length })
            : say('loading')}
        </span>
        {waiting > 0 && (
          <Button size="small" onPress={() => pause(false)}>
            {say('live.waiting', { count: waiting })}
          </Button>
        )}
        {isPaused && <StatusDot>{say('live.off')}</StatusDot>}
      </div>
      <DataTable
        label={say('title')}
        columns={columns}
        rows={shown.slice(0, limit)}
        idOf={({ id }) => id}
        nameOf={({ type: name }) => name}
        hrefOf={({ id }) => `/events/${id}`}
        isLoading={!tail.isLive && tail.error === undefined}
        empty={
          <EmptyState
            why={isFiltered ? 'noneMatch' : 'noneYet'}
            title={say(isFiltered ? 'noneMatch.title' : 'noneYet.title')}
            actions={
              isFiltered && <Button onPress={() => onFilter({ hours })}>{say('clear')}</Button>
            }
          >
            {say(isFiltered ? 'noneMatch.text' : 'noneYet.text')}
          </EmptyState>
        }
      />
      {shown.length > limit && (
        <div className={styles['live']}>
          <Button onPress={() => setLimit(limit + rowsAtOnce)}>{say('more')}</Button>
        </div>
      )}
    </>
  );
}

/** What happens in the tenant, newest first, as it happens. */
export function EventsPage() {
  const say = useSay('events');
  const filter = eventsRoute.useSearch();
  const navigate = eventsRoute.useNavigate();
  const { type, actor, organization } = filter;
  const onFilter = (search: Filter) => void navigate({ search, replace: true });
  return (
    <>
      <PageHeader
        title={say('title')}
        actions={
          <ShowCode
            entries={[
              {
                operation: 'eventsList',
                query: { type, actorId: actor, organizationId: organization, wait: 30 },
              },
            ]}
          />
        }
      />
      <Filters filter={filter} onFilter={onFilter} />
      <EventList key={JSON.stringify(filter)} filter={filter} onFilter={onFilter} />
    </>
  );
}
