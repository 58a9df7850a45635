import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { apiResources } from '@platform/sdk';
import type { ApiClient } from '@platform/sdk';
import { mayCall } from '../../client/permissions.ts';
import { useSession } from '../../client/session-query.ts';
import { useWrite } from '../../client/write.ts';
import { EmptyState } from '../../kit/content/empty-state.tsx';
import { Section } from '../../kit/content/section.tsx';
import { Button } from '../../kit/controls/button.tsx';
import { Link } from '../../kit/controls/link.tsx';
import { ConfirmDialog } from '../../kit/overlays/confirm-dialog.tsx';
import { showToast } from '../../kit/overlays/toast.tsx';
import type { Column } from '../../kit/table/columns.ts';
import { currentCursor } from '../../kit/table/cursor-stack.ts';
import { DataTable } from '../../kit/table/data-table.tsx';
import { useFormats, useSay } from '../../kit/words/words-context.ts';
import { CursorPager, useExpiredCursor } from '../../parts/cursor-pager.tsx';
import { Loaded } from '../../parts/loaded.tsx';
import { ProblemNote } from '../../parts/problem-note.tsx';
import { ShowCode } from '../../parts/show-code.tsx';
import { apiClientsQuery } from './api-queries.ts';
import { apiClientsRoute } from './api-routes.ts';
import { ClientDialog } from './client-dialog.tsx';
import { RowActions } from './row-actions.tsx';

interface RemoveProps {
  apiId: string;
  client: ApiClient;
  onClose: () => void;
}

function RemoveClient({ apiId, client: { clientId }, onClose }: RemoveProps) {
  const say = useSay('apis');
  const remove = useWrite((api, of: string) => apiResources(api).clients.delete(apiId, of), {
    refreshes: ['apiClientList'],
    onDone() {
      showToast({ text: say('client.removed.toast', { name: clientId }) });
      onClose();
    },
  });
  return (
    <ConfirmDialog
      title={say('client.remove.title', { name: clientId })}
      consequences={[say('client.remove.text')]}
      action={say('client.remove')}
      isDanger
      isOpen
      isPending={remove.isPending}
      problem={remove.error && <ProblemNote error={remove.error} />}
      onConfirm={() => remove.mutate(clientId)}
      onClose={onClose}
    />
  );
}

type Action = { kind: 'edit' | 'remove'; client: ApiClient };

function useColumns(act: ((action: Action) => void) | undefined): readonly Column<ApiClient>[] {
  const say = useSay('apis');
  const formats = useFormats();
  return [
    {
      id: 'client',
      label: say('client'),
      cell: ({ clientId }) => (
        <Link href={`/applications/${encodeURIComponent(clientId)}`}>{clientId}</Link>
      ),
    },
    {
      id: 'scopes',
      label: say('client.scopes'),
      isFact: true,
      cell: ({ scopes }) => (scopes === null ? say('client.all') : scopes.join(' ')),
    },
    {
      id: 'modes',
      label: say('client.modes'),
      cell: ({ modes }) => formats.formatList(modes.map((mode) => say(`mode.${mode}`))),
    },
    ...(act
      ? [
          {
            id: 'actions',
            label: say('actions'),
            isFact: true,
            cell: (client: ApiClient) => (
              <RowActions
                name={client.clientId}
                onEdit={() => act({ kind: 'edit', client })}
                onRemove={() => act({ kind: 'remove', client })}
              />
            ),
          },
        ]
      : []),
  ];
}

/** Which applications can get tokens for an API. */
export function ApiClients() {
  const say = useSay('apis');
  const session = useSession();
  const { apiId } = apiClientsRoute.useParams();
  const { cursors } = apiClientsRoute.useSearch();
  const navigate = apiClientsRoute.useNavigate();
  const [isAdding, setIsAdding] = useState(false);
  const [action, setAction] = useState<Action>();
  const mayWrite = mayCall(session, 'apiClientPut');
  const columns = useColumns(mayWrite ? setAction : undefined);
  const filter = { cursor: cursors && currentCursor(cursors) };
  const query = useQuery({ ...apiClientsQuery(apiId, filter), placeholderData: keepPreviousData });
  useExpiredCursor(query.error, cursors, () => void navigate({ search: {} }));
  const close = () => setAction(undefined);
  return (
    <Section
      title={say('tab.clients')}
      about={say('clients.about')}
      actions={
        <>
          <ShowCode
            entries={[{ operation: 'apiClientList', parameters: [apiId], query: filter }]}
          />
          {mayWrite && <Button onPress={() => setIsAdding(true)}>{say('client.add')}</Button>}
        </>
      }
    >
      <Loaded query={query} lines={4}>
        {(page) => (
          <>
            <DataTable
              label={say('tab.clients')}
              columns={columns}
              rows={page.data}
              idOf={({ clientId }) => clientId}
              nameOf={({ clientId }) => clientId}
              empty={
                <EmptyState why="noneYet" level={3} title={say('noClients.title')}>
                  {say('noClients.text')}
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
      {isAdding && <ClientDialog apiId={apiId} onClose={() => setIsAdding(false)} />}
      {action?.kind === 'edit' && (
        <ClientDialog apiId={apiId} client={action.client} onClose={close} />
      )}
      {action?.kind === 'remove' && (
        <RemoveClient apiId={apiId} client={action.client} onClose={close} />
      )}
    </Section>
  );
}
