import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { Event } from '@platform/sdk';
import { CopyableId } from '../../kit/content/copyable.tsx';
import { EmptyState } from '../../kit/content/empty-state.tsx';
import { ExactTime } from '../../kit/content/time.tsx';
import type { Column } from '../../kit/table/columns.ts';
import { DataTable } from '../../kit/table/data-table.tsx';
import { useSay } from '../../kit/words/words-context.ts';
import { Loaded } from '../../parts/loaded.tsx';
import { EventName } from '../events/event-name.tsx';
import { userActivityQuery } from './user-queries.ts';
import { userActivityRoute } from './user-routes.ts';

const days = 30;
const dayMs = 86_400_000;

function useColumns(): readonly Column<Event>[] {
  const say = useSay('events');
  return [
    { id: 'event', label: say('column.event'), cell: ({ type }) => <EventName type={type} /> },
    {
      id: 'time',
      label: say('column.time'),
      isFact: true,
      cell: ({ occurredAt }) => <ExactTime at={occurredAt} />,
    },
    {
      id: 'subject',
      label: say('column.subject'),
      isFact: true,
      cell: ({ subject }) => <CopyableId text={subject.id} isShort />,
    },
  ];
}

/** What a user has done in the last days, newest first. */
export function UserActivity() {
  const say = useSay('users');
  const { userId } = userActivityRoute.useParams();
  // Fixed while the page is open: another start would be another query.
  const [start] = useState(() => new Date(Date.now() - days * dayMs).toISOString());
  const query = useQuery(userActivityQuery(userId, start));
  const columns = useColumns();
  return (
    <Loaded query={query} lines={8}>
      {({ data }) => (
        <DataTable
          label={say('tab.activity')}
          columns={columns}
          rows={data.toReversed()}
          idOf={({ id }) => id}
          nameOf={({ type }) => type}
          empty={
            <EmptyState why="noneYet" title={say('noActivity.title')}>
              {say('noActivity.text')}
            </EmptyState>
          }
        />
      )}
    </Loaded>
  );
}
