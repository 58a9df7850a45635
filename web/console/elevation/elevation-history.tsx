import { keepPreviousData, useQuery } from '@tanstack/react-query';
import type { Activation } from '@platform/sdk';
import { StatusDot } from '../../kit/content/badge.tsx';
import { EmptyState } from '../../kit/content/empty-state.tsx';
import { ExactTime } from '../../kit/content/time.tsx';
import { Verbatim } from '../../kit/content/verbatim.tsx';
import type { Column } from '../../kit/table/columns.ts';
import { currentCursor } from '../../kit/table/cursor-stack.ts';
import { DataTable } from '../../kit/table/data-table.tsx';
import { useSay } from '../../kit/words/words-context.ts';
import { CursorPager, useExpiredCursor } from '../../parts/cursor-pager.tsx';
import { Loaded } from '../../parts/loaded.tsx';
import { ShowCode } from '../../parts/show-code.tsx';
import { UserLink } from '../users/user-link.tsx';
import { activationStates } from './activation-states.ts';
import { ElevationHeader } from './elevation-header.tsx';
import { useElevationName } from './elevation-names.ts';
import { activationsQuery } from './elevation-queries.ts';
import { elevationHistoryRoute } from './elevation-routes.ts';
import styles from './elevation.module.css';

/** Each row reads the name of its user. */
const pageSize = 25;

function useColumns(): readonly Column<Activation>[] {
  const say = useSay('elevation');
  const nameOf = useElevationName();
  return [
    { id: 'who', label: say('who'), cell: ({ principal }) => <UserLink id={principal.id} /> },
    { id: 'what', label: say('what'), isFact: true, cell: nameOf },
    {
      id: 'state',
      label: say('state'),
      isFact: true,
      cell: ({ state }) => (
        <StatusDot state={activationStates[state]}>{say(`state.${state}`)}</StatusDot>
      ),
    },
    {
      id: 'why',
      label: say('why'),
      cell: ({ justification }) => (justification ? <Verbatim text={justification} /> : '—'),
    },
    {
      id: 'requested',
      label: say('requestedAt'),
      cell: ({ requestedAt }) => <ExactTime at={requestedAt} />,
    },
    {
      id: 'decided',
      label: say('decidedBy'),
      cell: ({ approvals }) =>
        approvals.length === 0 ? (
          '—'
        ) : (
          <span className={styles['names']}>
            {approvals.map(({ approver }) => (
              <UserLink key={approver.id} id={approver.id} />
            ))}
          </span>
        ),
    },
    {
      id: 'comment',
      label: say('comment'),
      cell: ({ approvals, endComment }) => {
        const comments = [...approvals.map(({ comment }) => comment), endComment].filter(
          (one) => one !== null,
        );
        return comments.length > 0 ? <Verbatim text={comments.join(' · ')} /> : '—';
      },
    },
    {
      id: 'ended',
      label: say('endedAt'),
      cell: ({ endedAt }) => (endedAt ? <ExactTime at={endedAt} /> : '—'),
    },
  ];
}

/** Every request that the user may see, newest first. */
export function ElevationHistory() {
  const say = useSay('elevation');
  const { cursors } = elevationHistoryRoute.useSearch();
  const navigate = elevationHistoryRoute.useNavigate();
  const columns = useColumns();
  const filter = { limit: pageSize, cursor: cursors && currentCursor(cursors) };
  const query = useQuery({ ...activationsQuery(filter), placeholderData: keepPreviousData });
  useExpiredCursor(query.error, cursors, () => void navigate({ search: {} }));
  return (
    <>
      <ElevationHeader
        current="/access/elevation/history"
        actions={<ShowCode entries={[{ operation: 'pimListActivations', query: filter }]} />}
      />
      <Loaded query={query} lines={8}>
        {(page) => (
          <>
            <DataTable
              label={say('tab.history')}
              columns={columns}
              rows={page.data}
              idOf={({ id }) => id}
              nameOf={({ id }) => id}
              empty={
                <EmptyState why="noneYet" title={say('history.none.title')}>
                  {say('history.none.text')}
                </EmptyState>
              }
            />
            <CursorPager
              cursors={cursors}
              page={page}
              onChange={(next) => void navigate({ search: { cursors: next } })}
            />
          </>
        )}
      </Loaded>
    </>
  );
}
