import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { EligibleAssignment } from '@platform/sdk';
import { mayCall } from '../../client/permissions.ts';
import { useSession } from '../../client/session-query.ts';
import { StatusDot } from '../../kit/content/badge.tsx';
import { EmptyState } from '../../kit/content/empty-state.tsx';
import { ExactTime } from '../../kit/content/time.tsx';
import { Button } from '../../kit/controls/button.tsx';
import { useSingleKeys } from '../../kit/shortcuts.ts';
import type { Column } from '../../kit/table/columns.ts';
import { currentCursor } from '../../kit/table/cursor-stack.ts';
import { DataTable } from '../../kit/table/data-table.tsx';
import { useSay } from '../../kit/words/words-context.ts';
import { CursorPager, useExpiredCursor } from '../../parts/cursor-pager.tsx';
import { useDurationWords } from '../../parts/durations.ts';
import { Loaded } from '../../parts/loaded.tsx';
import { ShowCode } from '../../parts/show-code.tsx';
import { PrincipalName } from '../roles/principal-name.tsx';
import { eligibleAssignmentsQuery } from '../roles/role-queries.ts';
import { CreateEligible } from './create-eligible.tsx';
import { ElevationHeader } from './elevation-header.tsx';
import { useElevationName } from './elevation-names.ts';
import { eligibleRoute } from './elevation-routes.ts';
import { eligibleStates } from './eligible-states.ts';

/** Each row reads the name of its user. */
const pageSize = 25;

function useColumns(): readonly Column<EligibleAssignment>[] {
  const say = useSay('elevation');
  const nameOf = useElevationName();
  const wordsOf = useDurationWords();
  return [
    { id: 'what', label: say('what'), cell: nameOf },
    {
      id: 'who',
      label: say('who'),
      isFact: true,
      cell: ({ principal }) => <PrincipalName of={principal} />,
    },
    {
      id: 'rules',
      label: say('rules'),
      cell: ({ rules }) =>
        [
          say('own.atMost', { duration: wordsOf(rules.maxDurationSeconds) }),
          rules.requireApproval
            ? say('rules.summary.approval', { count: rules.requiredApprovals })
            : say('rules.summary.none'),
        ].join(' · '),
    },
    {
      id: 'status',
      label: say('state'),
      isFact: true,
      cell: ({ status }) => (
        <StatusDot state={eligibleStates[status]}>{say(`eligible.status.${status}`)}</StatusDot>
      ),
    },
    {
      id: 'until',
      label: say('eligible.until'),
      cell: ({ expiresAt }) => (expiresAt ? <ExactTime at={expiresAt} /> : say('unlimited')),
    },
  ];
}

/** Who may request which elevation. */
export function EligiblePage() {
  const say = useSay('elevation');
  const session = useSession();
  const { cursors } = eligibleRoute.useSearch();
  const navigate = eligibleRoute.useNavigate();
  const [isCreating, setIsCreating] = useState(false);
  const nameOf = useElevationName();
  const columns = useColumns();
  const filter = { limit: pageSize, cursor: cursors && currentCursor(cursors) };
  const query = useQuery({
    ...eligibleAssignmentsQuery(filter),
    placeholderData: keepPreviousData,
  });
  const mayCreate = mayCall(session, 'pimEligibilityAdminCreate');
  useExpiredCursor(query.error, cursors, () => void navigate({ search: {} }));
  useSingleKeys(mayCreate ? { c: () => setIsCreating(true) } : {});
  const create = (kind?: 'primary') =>
    mayCreate && (
      <Button kind={kind} onPress={() => setIsCreating(true)}>
        {say('eligible.create')}
      </Button>
    );
  return (
    <>
      <ElevationHeader
        current="/access/elevation/eligible"
        actions={
          <>
            <ShowCode entries={[{ operation: 'pimEligibilityAdminList', query: filter }]} />
            {create('primary')}
          </>
        }
      />
      <Loaded query={query} lines={8}>
        {(page) => (
          <>
            <DataTable
              label={say('tab.eligible')}
              columns={columns}
              rows={page.data}
              idOf={({ id }) => id}
              nameOf={nameOf}
              hrefOf={({ id }) => `/access/elevation/eligible/${id}`}
              empty={
                <EmptyState why="noneYet" title={say('eligible.none.title')} actions={create()}>
                  {say('eligible.none.text')}
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
      {isCreating && <CreateEligible onClose={() => setIsCreating(false)} />}
    </>
  );
}
