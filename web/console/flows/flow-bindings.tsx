import { useQuery } from '@tanstack/react-query';
import type { LoginFlowClientBinding } from '@platform/sdk';
import { StatusDot } from '../../kit/content/badge.tsx';
import { EmptyState } from '../../kit/content/empty-state.tsx';
import { ExactTime } from '../../kit/content/time.tsx';
import { ButtonLink } from '../../kit/controls/button.tsx';
import type { Column } from '../../kit/table/columns.ts';
import { DataTable } from '../../kit/table/data-table.tsx';
import { useSay } from '../../kit/words/words-context.ts';
import { Loaded } from '../../parts/loaded.tsx';
import { bindingsQuery } from './flow-queries.ts';
import { useFlowWords } from './flow-words.ts';
import styles from './flows.module.css';

function useColumns(): readonly Column<LoginFlowClientBinding>[] {
  const say = useSay('flows');
  const words = useFlowWords();
  return [
    { id: 'application', label: say('binding.application'), cell: ({ clientId }) => clientId },
    {
      id: 'version',
      label: say('version'),
      isFact: true,
      cell: ({ version, effectiveVersion }) =>
        version === null
          ? say('binding.follows', { version: effectiveVersion })
          : say('binding.pinned', { version }),
    },
    {
      id: 'entrypoint',
      label: say('entrypoints'),
      cell: ({ entrypoint }) => words.entryOf(entrypoint),
    },
    {
      id: 'assurance',
      label: say('assurance'),
      isFact: true,
      cell: ({ effectiveAssurance }) => words.levelOf(effectiveAssurance.min),
    },
    {
      id: 'problems',
      label: say('problems'),
      cell: ({ problems }) =>
        problems.length > 0 && (
          <StatusDot
            state={problems.some(({ severity }) => severity === 'error') ? 'error' : 'warning'}
          >
            {say('problems.count', { count: problems.length })}
          </StatusDot>
        ),
    },
    {
      id: 'updated',
      label: say('binding.updated'),
      cell: ({ updatedAt }) => <ExactTime at={updatedAt} />,
    },
  ];
}

/** Applications that use the flow in a way of their own. The binding itself is on the page of the application. */
export function FlowBindings() {
  const say = useSay('flows');
  const query = useQuery(bindingsQuery);
  const columns = useColumns();
  return (
    <div className={styles['editor']}>
      <p className={styles['quiet']}>{say('bindings.about')}</p>
      <Loaded query={query} lines={6}>
        {(bindings) => (
          <DataTable
            label={say('tab.applications')}
            columns={columns}
            rows={bindings}
            idOf={({ clientId }) => clientId}
            nameOf={({ clientId }) => clientId}
            hrefOf={({ clientId }) => `/applications/${encodeURIComponent(clientId)}/sign-in`}
            empty={
              <EmptyState
                why="noneYet"
                title={say('bindings.none')}
                actions={
                  <ButtonLink href="/applications">{say('bindings.applications')}</ButtonLink>
                }
              >
                {say('bindings.none.text')}
              </EmptyState>
            }
          />
        )}
      </Loaded>
    </div>
  );
}
