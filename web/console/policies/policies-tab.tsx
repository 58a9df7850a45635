import { keepPreviousData, useQuery } from '@tanstack/react-query';
import type { AccessPolicy } from '@platform/sdk';
import { mayCall } from '../../client/permissions.ts';
import { useSession } from '../../client/session-query.ts';
import { StatusDot } from '../../kit/content/badge.tsx';
import { EmptyState } from '../../kit/content/empty-state.tsx';
import { Section } from '../../kit/content/section.tsx';
import { ExactTime } from '../../kit/content/time.tsx';
import { Verbatim } from '../../kit/content/verbatim.tsx';
import { ButtonLink } from '../../kit/controls/button.tsx';
import type { Column } from '../../kit/table/columns.ts';
import { currentCursor } from '../../kit/table/cursor-stack.ts';
import { DataTable } from '../../kit/table/data-table.tsx';
import { useSay } from '../../kit/words/words-context.ts';
import { CursorPager, useExpiredCursor } from '../../parts/cursor-pager.tsx';
import { Loaded } from '../../parts/loaded.tsx';
import { ShowCode } from '../../parts/show-code.tsx';
import { policiesQuery } from './policy-queries.ts';
import { policiesRoute } from './policy-routes.ts';
import { policyStates } from './policy-states.ts';
import { usePolicyWords } from './policy-words.ts';
import { Simulator } from './simulator.tsx';
import styles from './policies.module.css';

function useColumns(): readonly Column<AccessPolicy>[] {
  const say = useSay('policies');
  const { effectOf } = usePolicyWords();
  return [
    { id: 'name', label: say('name'), cell: ({ name }) => <Verbatim text={name} /> },
    {
      id: 'priority',
      label: say('priority'),
      isNumber: true,
      cell: ({ priority }) => priority,
    },
    {
      id: 'mode',
      label: say('mode'),
      isFact: true,
      cell: ({ mode }) => <StatusDot state={policyStates[mode]}>{say(`mode.${mode}`)}</StatusDot>,
    },
    { id: 'effect', label: say('effect'), isFact: true, cell: effectOf },
    {
      id: 'changed',
      label: say('changed'),
      isExtra: true,
      cell: ({ updatedAt }) => <ExactTime at={updatedAt} />,
    },
  ];
}

/** The policies of an application by priority, with the simulator beside. */
export function PoliciesTab() {
  const say = useSay('policies');
  const session = useSession();
  const { clientId } = policiesRoute.useParams();
  const { cursors } = policiesRoute.useSearch();
  const navigate = policiesRoute.useNavigate();
  const columns = useColumns();
  const filter = { cursor: cursors && currentCursor(cursors) };
  const query = useQuery({ ...policiesQuery(clientId, filter), placeholderData: keepPreviousData });
  useExpiredCursor(query.error, cursors, () => void navigate({ search: {} }));
  const base = `/applications/${encodeURIComponent(clientId)}/policies`;
  const create = mayCall(session, 'conditionalAccessPolicyCreate') && (
    <ButtonLink href={`${base}/new`}>{say('create')}</ButtonLink>
  );
  return (
    <div className={styles['beside']}>
      <Section
        title={say('title')}
        about={say('about')}
        actions={
          <>
            <ShowCode
              entries={[
                { operation: 'conditionalAccessPolicyList', parameters: [clientId], query: filter },
              ]}
            />
            {create}
          </>
        }
      >
        <Loaded query={query} lines={4}>
          {(page) => (
            <>
              <DataTable
                label={say('title')}
                columns={columns}
                rows={page.data}
                idOf={({ id }) => id}
                nameOf={({ name }) => name}
                hrefOf={({ id }) => `${base}/${id}`}
                empty={
                  <EmptyState why="noneYet" level={3} title={say('noneYet.title')} actions={create}>
                    {say('noneYet.text')}
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
      </Section>
      {mayCall(session, 'conditionalAccessPolicySimulate') && <Simulator clientId={clientId} />}
    </div>
  );
}
