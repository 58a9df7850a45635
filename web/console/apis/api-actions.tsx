import { useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { Ellipsis, Trash2 } from 'lucide-react';
import { apiResources } from '@platform/sdk';
import type { ApiResource } from '@platform/sdk';
import { mayCall } from '../../client/permissions.ts';
import { useSession } from '../../client/session-query.ts';
import { useWrite } from '../../client/write.ts';
import { Button } from '../../kit/controls/button.tsx';
import { IconButton } from '../../kit/controls/icon-button.tsx';
import { Menu } from '../../kit/controls/menu.tsx';
import { ConfirmDialog } from '../../kit/overlays/confirm-dialog.tsx';
import { showToast } from '../../kit/overlays/toast.tsx';
import { useSay } from '../../kit/words/words-context.ts';
import { ProblemNote } from '../../parts/problem-note.tsx';
import { ShowCode } from '../../parts/show-code.tsx';
import { apiResourceQuery } from './api-queries.ts';

type ActionProps = { api: ApiResource };

/** Turns an API off, or on again. */
function EnabledButton({ api: { id, name, enabled } }: ActionProps) {
  const say = useSay('apis');
  const sayApp = useSay('app');
  const change = useWrite(
    (client, next: boolean) => apiResources(client).update(id, { enabled: next }),
    { refreshes: ['apiResourceGet', 'apiResourceList'] },
  );
  async function run(): Promise<void> {
    await change.mutateAsync(!enabled);
    showToast({
      text: say(enabled ? 'disabled.toast' : 'enabled.toast', { name }),
      action: { label: sayApp('undo'), onAction: () => change.mutate(enabled) },
    });
  }
  return (
    <>
      {change.error && <ProblemNote error={change.error} />}
      <Button onPress={() => void run().catch(() => undefined)} isPending={change.isPending}>
        {say(enabled ? 'disable' : 'enable')}
      </Button>
    </>
  );
}

function DeleteApi({ api, onClose }: ActionProps & { onClose: () => void }) {
  const say = useSay('apis');
  const navigate = useNavigate();
  const queryClient = useQueryClient();
  const { id, name, identifier } = api;
  const remove = useWrite((client, of: string) => apiResources(client).delete(of), {
    refreshes: ['apiResourceList'],
    onDone() {
      showToast({ text: say('deleted.toast', { name }) });
      void navigate({ to: '/apis', search: {} });
      queryClient.removeQueries({ queryKey: apiResourceQuery(id).queryKey });
    },
  });
  return (
    <ConfirmDialog
      title={say('delete.title', { name })}
      consequences={[say('delete.tokens'), say('delete.identifier')]}
      action={say('delete')}
      isDanger
      typedName={identifier}
      isOpen
      isPending={remove.isPending}
      problem={remove.error && <ProblemNote error={remove.error} />}
      onConfirm={() => remove.mutate(id)}
      onClose={onClose}
    />
  );
}

/** What can be done with an API. */
export function ApiActions({ api }: ActionProps) {
  const say = useSay('apis');
  const sayApp = useSay('app');
  const session = useSession();
  const [isDeleting, setIsDeleting] = useState(false);
  const remove = {
    id: 'delete',
    label: say('delete'),
    icon: Trash2,
    isDanger: true,
    onAction: () => setIsDeleting(true),
  };
  return (
    <>
      <ShowCode entries={[{ operation: 'apiResourceGet', parameters: [api.id] }]} />
      {mayCall(session, 'apiResourceUpdate') && <EnabledButton api={api} />}
      {mayCall(session, 'apiResourceDelete') && (
        <Menu
          label={sayApp('moreActions')}
          trigger={<IconButton icon={Ellipsis} label={sayApp('moreActions')} kind="plain" />}
          groups={[{ id: 'danger', entries: [remove] }]}
        />
      )}
      {isDeleting && <DeleteApi api={api} onClose={() => setIsDeleting(false)} />}
    </>
  );
}
