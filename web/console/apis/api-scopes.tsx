import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { apiResources } from '@platform/sdk';
import type { ApiScope } from '@platform/sdk';
import { mayCall } from '../../client/permissions.ts';
import { useSession } from '../../client/session-query.ts';
import { useWrite } from '../../client/write.ts';
import { EmptyState } from '../../kit/content/empty-state.tsx';
import { Section } from '../../kit/content/section.tsx';
import { Verbatim } from '../../kit/content/verbatim.tsx';
import { Button } from '../../kit/controls/button.tsx';
import { ConfirmDialog } from '../../kit/overlays/confirm-dialog.tsx';
import { showToast } from '../../kit/overlays/toast.tsx';
import type { Column } from '../../kit/table/columns.ts';
import { DataTable } from '../../kit/table/data-table.tsx';
import { useSay } from '../../kit/words/words-context.ts';
import { Loaded } from '../../parts/loaded.tsx';
import { ProblemNote } from '../../parts/problem-note.tsx';
import { ShowCode } from '../../parts/show-code.tsx';
import { apiScopesQuery } from './api-queries.ts';
import { apiScopesRoute } from './api-routes.ts';
import { RowActions } from './row-actions.tsx';
import { textOf } from './scope-texts.ts';
import { ScopeDialog } from './scope-dialog.tsx';

interface RemoveProps {
  apiId: string;
  scope: ApiScope;
  onClose: () => void;
}

function RemoveScope({ apiId, scope: { name }, onClose }: RemoveProps) {
  const say = useSay('apis');
  const remove = useWrite((api, of: string) => apiResources(api).scopes.delete(apiId, of), {
    refreshes: ['apiScopeList'],
    onDone() {
      showToast({ text: say('scope.removed.toast', { name }) });
      onClose();
    },
  });
  return (
    <ConfirmDialog
      title={say('scope.remove.title', { name })}
      consequences={[say('scope.remove.text')]}
      action={say('scope.remove')}
      isDanger
      isOpen
      isPending={remove.isPending}
      problem={remove.error && <ProblemNote error={remove.error} />}
      onConfirm={() => remove.mutate(name)}
      onClose={onClose}
    />
  );
}

type Action = { kind: 'edit' | 'remove'; scope: ApiScope };

function useColumns(act: ((action: Action) => void) | undefined): readonly Column<ApiScope>[] {
  const say = useSay('apis');
  return [
    { id: 'name', label: say('scope'), cell: ({ name }) => <code>{name}</code> },
    {
      id: 'text',
      label: say('scope.text'),
      isFact: true,
      cell: ({ displayName }) => <Verbatim text={textOf(displayName)} />,
    },
    {
      id: 'permission',
      label: say('scope.permission'),
      cell: ({ permission }) => (permission === null ? '—' : <code>{permission}</code>),
    },
    {
      id: 'acr',
      label: say('scope.acr'),
      cell: ({ requires }) => requires?.acr ?? say('scope.acr.none'),
    },
    ...(act
      ? [
          {
            id: 'actions',
            label: say('actions'),
            isFact: true,
            cell: (scope: ApiScope) => (
              <RowActions
                name={scope.name}
                onEdit={() => act({ kind: 'edit', scope })}
                onRemove={() => act({ kind: 'remove', scope })}
              />
            ),
          },
        ]
      : []),
  ];
}

/** What applications can ask for at an API. */
export function ApiScopes() {
  const say = useSay('apis');
  const session = useSession();
  const { apiId } = apiScopesRoute.useParams();
  const [isAdding, setIsAdding] = useState(false);
  const [action, setAction] = useState<Action>();
  const mayWrite = mayCall(session, 'apiScopePut');
  const columns = useColumns(mayWrite ? setAction : undefined);
  const query = useQuery(apiScopesQuery(apiId));
  const add = mayWrite && <Button onPress={() => setIsAdding(true)}>{say('scope.add')}</Button>;
  const close = () => setAction(undefined);
  return (
    <Section
      title={say('tab.scopes')}
      about={say('scopes.about')}
      actions={
        <>
          <ShowCode entries={[{ operation: 'apiScopeList', parameters: [apiId] }]} />
          {add}
        </>
      }
    >
      <Loaded query={query} lines={4}>
        {({ data }) => (
          <DataTable
            label={say('tab.scopes')}
            columns={columns}
            rows={data}
            idOf={({ name }) => name}
            nameOf={({ name }) => name}
            empty={
              <EmptyState why="noneYet" level={3} title={say('noScopes.title')}>
                {say('noScopes.text')}
              </EmptyState>
            }
          />
        )}
      </Loaded>
      {isAdding && <ScopeDialog apiId={apiId} onClose={() => setIsAdding(false)} />}
      {action?.kind === 'edit' && (
        <ScopeDialog apiId={apiId} scope={action.scope} onClose={close} />
      )}
      {action?.kind === 'remove' && (
        <RemoveScope apiId={apiId} scope={action.scope} onClose={close} />
      )}
    </Section>
  );
}
