import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { erasureVetoClients } from '@platform/sdk';
import type { RegisterVetoClientRequest, VetoClient } from '@platform/sdk';
import { mayCall } from '../../client/permissions.ts';
import { useSession } from '../../client/session-query.ts';
import { useWrite } from '../../client/write.ts';
import { erasureVetoClientRegister } from '../../generated/forms/erasure-veto-clients.ts';
import { ExactTime } from '../../kit/content/time.tsx';
import { Verbatim } from '../../kit/content/verbatim.tsx';
import { Button } from '../../kit/controls/button.tsx';
import { PageHeader } from '../../kit/frame/page-header.tsx';
import { ConfirmDialog } from '../../kit/overlays/confirm-dialog.tsx';
import { SecretDialog } from '../../kit/overlays/secret-dialog.tsx';
import { showToast } from '../../kit/overlays/toast.tsx';
import { useSingleKeys } from '../../kit/shortcuts.ts';
import type { Column } from '../../kit/table/columns.ts';
import { currentCursor } from '../../kit/table/cursor-stack.ts';
import { useSay } from '../../kit/words/words-context.ts';
import { CursorList } from '../../parts/cursor-list.tsx';
import { ListEmpty } from '../../parts/list-empty.tsx';
import { PlainDialog } from '../../parts/plain-form.tsx';
import { ProblemNote } from '../../parts/problem-note.tsx';
import { ShowCode } from '../../parts/show-code.tsx';
import { vetoClientsQuery } from './request-queries.ts';
import { vetoClientsRoute } from './request-routes.ts';

const refreshes = ['erasureVetoClientList'] as const;
const decisions = ['hold', 'allow'] as const;

/** Registers a system, and shows the secret of its requests once. */
function RegisterDialog({ onClose }: { onClose: () => void }) {
  const say = useSay('privacy');
  const [secret, setSecret] = useState<string | null>(null);
  if (secret !== null)
    return (
      <SecretDialog
        title={say('veto.secret')}
        secret={secret}
        fileName="veto-client-secret.txt"
        onClose={() => {
          showToast({ text: say('veto.registered.toast') });
          onClose();
        }}
      />
    );
  return (
    <PlainDialog
      title={say('veto.register')}
      submit={say('veto.register')}
      of={erasureVetoClientRegister}
      isSecret
      start={{ onTimeout: 'hold' }}
      fields={[
        { name: 'name', label: say('veto.name') },
        { name: 'url', label: 'URL', hint: say('veto.url.hint'), isCode: true },
        {
          name: 'onTimeout',
          label: say('veto.onTimeout'),
          choices: decisions.map((id) => ({ id, label: say(`veto.onTimeout.${id}`) })),
        },
      ]}
      codeOf={() => ({ operation: 'erasureVetoClientRegister' })}
      send={(api, body, key) =>
        erasureVetoClients(api).create(body as unknown as RegisterVetoClientRequest, key)
      }
      refreshes={refreshes}
      onDone={(registered) => setSecret(registered.secret)}
      onClose={onClose}
    />
  );
}

function RemoveDialog({ client, onClose }: { client: VetoClient; onClose: () => void }) {
  const say = useSay('privacy');
  const remove = useWrite((api, id: string) => erasureVetoClients(api).delete(id), {
    refreshes: [...refreshes, 'erasureRequestList', 'erasureRequestStatus'],
    onDone() {
      showToast({ text: say('veto.removed.toast') });
      onClose();
    },
  });
  return (
    <ConfirmDialog
      title={say('veto.remove.title', { name: client.name })}
      consequences={[say('veto.remove.holds'), say('veto.remove.final')]}
      action={say('veto.remove')}
      isDanger
      isOpen
      isPending={remove.isPending}
      problem={remove.error && <ProblemNote error={remove.error} />}
      onConfirm={() => remove.mutate(client.id)}
      onClose={onClose}
    />
  );
}

function useColumns(onRemove: ((client: VetoClient) => void) | undefined) {
  const say = useSay('privacy');
  const columns: readonly Column<VetoClient>[] = [
    { id: 'name', label: say('veto.name'), cell: ({ name }) => <Verbatim text={name} /> },
    { id: 'url', label: 'URL', isFact: true, cell: ({ url }) => <Verbatim text={url} /> },
    {
      id: 'timeout',
      label: say('veto.onTimeout'),
      cell: ({ onTimeout }) => say(`veto.onTimeout.${onTimeout}`),
    },
    {
      id: 'secret',
      label: say('veto.secret.column'),
      cell: ({ secretLast4 }) => <code>…{secretLast4}</code>,
    },
    {
      id: 'created',
      label: say('veto.since'),
      cell: ({ createdAt }) => <ExactTime at={createdAt} isDate />,
    },
  ];
  if (!onRemove) return columns;
  const actions: Column<VetoClient> = {
    id: 'actions',
    label: say('veto.actions'),
    isFact: true,
    cell: (client) => (
      <Button size="small" onPress={() => onRemove(client)}>
        {say('veto.remove')}
      </Button>
    ),
  };
  return [...columns, actions];
}

/** Systems of the tenant that are called before a person is erased, and can place a hold. */
export function VetoClientsPage() {
  const say = useSay('privacy');
  const session = useSession();
  const { cursors } = vetoClientsRoute.useSearch();
  const navigate = vetoClientsRoute.useNavigate();
  const [isRegistering, setIsRegistering] = useState(false);
  const [removing, setRemoving] = useState<VetoClient>();
  const mayRemove = mayCall(session, 'erasureVetoClientRemove');
  const columns = useColumns(mayRemove ? setRemoving : undefined);
  const filter = { cursor: cursors && currentCursor(cursors) };
  const query = useQuery({ ...vetoClientsQuery(filter), placeholderData: keepPreviousData });
  const mayRegister = mayCall(session, 'erasureVetoClientRegister');
  const open = () => setIsRegistering(true);
  useSingleKeys(mayRegister ? { c: open } : {});
  const register = (kind?: 'primary') =>
    mayRegister && (
      <Button kind={kind} onPress={open}>
        {say('veto.register')}
      </Button>
    );
  return (
    <>
      <PageHeader
        crumbs={[{ href: '/privacy/requests', label: say('title') }]}
        title={say('veto.title')}
        actions={
          <>
            <ShowCode entries={[{ operation: 'erasureVetoClientList', query: filter }]} />
            {register('primary')}
          </>
        }
      />
      <CursorList
        label={say('veto.title')}
        columns={columns}
        query={query}
        idOf={({ id }) => id}
        nameOf={({ name }) => name}
        cursors={cursors}
        onCursors={(next) => void navigate({ search: { cursors: next } })}
        empty={
          <ListEmpty
            title={say('veto.none.title')}
            text={say('veto.none.text')}
            actions={register()}
          />
        }
      />
      {isRegistering && <RegisterDialog onClose={() => setIsRegistering(false)} />}
      {removing && <RemoveDialog client={removing} onClose={() => setRemoving(undefined)} />}
    </>
  );
}
