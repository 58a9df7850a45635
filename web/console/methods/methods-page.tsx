import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { SocialConnector } from '@platform/sdk';
import { mayCall } from '../../client/permissions.ts';
import { useSession } from '../../client/session-query.ts';
import { StatusDot } from '../../kit/content/badge.tsx';
import { EmptyState } from '../../kit/content/empty-state.tsx';
import { RelativeTime } from '../../kit/content/time.tsx';
import { Verbatim } from '../../kit/content/verbatim.tsx';
import { Button } from '../../kit/controls/button.tsx';
import { PageHeader } from '../../kit/frame/page-header.tsx';
import { useSingleKeys } from '../../kit/shortcuts.ts';
import type { Column } from '../../kit/table/columns.ts';
import { DataTable } from '../../kit/table/data-table.tsx';
import { useSay } from '../../kit/words/words-context.ts';
import { Loaded } from '../../parts/loaded.tsx';
import { ShowCode } from '../../parts/show-code.tsx';
import { ConnectorHealth } from './connector-health.tsx';
import { connectorsQuery } from './connector-queries.ts';
import { CreateConnector } from './create-connector.tsx';

function useColumns(): readonly Column<SocialConnector>[] {
  const say = useSay('methods');
  return [
    {
      id: 'name',
      label: say('column.name'),
      cell: ({ displayName }) => <Verbatim text={displayName} />,
    },
    {
      id: 'enabled',
      label: say('column.state'),
      isFact: true,
      cell: ({ enabled }) => (
        <StatusDot state={enabled ? 'ok' : 'neutral'}>
          {say(enabled ? 'enabled' : 'disabled')}
        </StatusDot>
      ),
    },
    {
      id: 'health',
      label: say('column.health'),
      isFact: true,
      cell: (connector) => <ConnectorHealth connector={connector} />,
    },
    {
      id: 'lastUsed',
      label: say('column.lastUsed'),
      isFact: true,
      cell: ({ lastUsedAt }) =>
        lastUsedAt === null ? say('neverUsed') : <RelativeTime at={lastUsedAt} />,
    },
  ];
}

/** The providers at which users can sign in. */
export function MethodsPage() {
  const say = useSay('methods');
  const session = useSession();
  const [isAdding, setIsAdding] = useState(false);
  const columns = useColumns();
  const query = useQuery(connectorsQuery);
  const mayAdd = mayCall(session, 'loginExperienceCreateConnector');
  useSingleKeys(mayAdd ? { c: () => setIsAdding(true) } : {});
  const add = (kind?: 'primary') =>
    mayAdd && (
      <Button kind={kind} onPress={() => setIsAdding(true)}>
        {say('add')}
      </Button>
    );
  return (
    <>
      <PageHeader
        title={say('title')}
        actions={
          <>
            <ShowCode entries={[{ operation: 'loginExperienceListConnectors' }]} />
            {add('primary')}
          </>
        }
      />
      <Loaded query={query} lines={6}>
        {({ data }) => (
          <DataTable
            label={say('title')}
            columns={columns}
            rows={data}
            idOf={({ provider }) => provider}
            nameOf={({ displayName }) => displayName}
            hrefOf={({ provider }) => `/sign-in/methods/${provider}`}
            empty={
              <EmptyState why="noneYet" title={say('noneYet.title')} actions={add()}>
                {say('noneYet.text')}
              </EmptyState>
            }
          />
        )}
      </Loaded>
      {isAdding && <CreateConnector onClose={() => setIsAdding(false)} />}
    </>
  );
}
