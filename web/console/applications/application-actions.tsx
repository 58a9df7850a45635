import { useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { CirclePause, CirclePlay, Ellipsis, Trash2 } from 'lucide-react';
import { applications } from '@platform/sdk';
import type { Application } from '@platform/sdk';
import { mayCall } from '../../client/permissions.ts';
import { useSession } from '../../client/session-query.ts';
import { useWrite } from '../../client/write.ts';
import { IconButton } from '../../kit/controls/icon-button.tsx';
import { Menu } from '../../kit/controls/menu.tsx';
import { ConfirmDialog } from '../../kit/overlays/confirm-dialog.tsx';
import { showToast } from '../../kit/overlays/toast.tsx';
import { useSay } from '../../kit/words/words-context.ts';
import { ProblemNote } from '../../parts/problem-note.tsx';
import { ShowCode } from '../../parts/show-code.tsx';
import { applicationQuery } from './application-queries.ts';

interface DialogProps {
  application: Application;
  onClose: () => void;
}

/** Disables an application, which ends its tokens; enabling it again undoes that. */
function useEnabling({ clientId, name }: Application) {
  const say = useSay('applications');
  return useWrite((api, enabled: boolean) => applications(api).update(clientId, { enabled }), {
    refreshes: ['applicationGet', 'applicationList'],
    onDone: (_, enabled) =>
      showToast({ text: say(enabled ? 'enabled.toast' : 'disabled.toast', { name }) }),
  });
}

function DisableDialog({ application, onClose }: DialogProps) {
  const say = useSay('applications');
  const write = useEnabling(application);
  return (
    <ConfirmDialog
      title={say('disable.title', { name: application.name })}
      consequences={[say('disable.tokens'), say('disable.signIn'), say('disable.undo')]}
      action={say('disable')}
      isDanger
      isOpen
      isPending={write.isPending}
      problem={write.error && <ProblemNote error={write.error} />}
      onConfirm={() => write.mutate(false, { onSuccess: onClose })}
      onClose={onClose}
    />
  );
}

function DeleteDialog({ application: { clientId, name }, onClose }: DialogProps) {
  const say = useSay('applications');
  const navigate = useNavigate();
  const queryClient = useQueryClient();
  const remove = useWrite((api, id: string) => applications(api).delete(id), {
    refreshes: ['applicationList'],
    onDone(_, id) {
      showToast({ text: say('deleted.toast', { name }) });
      void navigate({ to: '/applications', search: {} });
      queryClient.removeQueries({ queryKey: applicationQuery(id).queryKey });
    },
  });
  return (
    <ConfirmDialog
      title={say('delete.title', { name })}
      consequences={[say('delete.tokens'), say('delete.secrets'), say('delete.final')]}
      action={say('delete')}
      isDanger
      typedName={name}
      isOpen
      isPending={remove.isPending}
      problem={remove.error && <ProblemNote error={remove.error} />}
      onConfirm={() => remove.mutate(clientId)}
      onClose={onClose}
    />
  );
}

/** What can be done with an application. */
export function ApplicationActions({ application }: { application: Application }) {
  const say = useSay('applications');
  const sayApp = useSay('app');
  const session = useSession();
  const [open, setOpen] = useState<'disable' | 'delete'>();
  const enabling = useEnabling(application);
  const mayUpdate = mayCall(session, 'applicationUpdate');
  const toggle = application.enabled
    ? {
        id: 'disable',
        label: say('disable'),
        icon: CirclePause,
        onAction: () => setOpen('disable'),
      }
    : {
        id: 'enable',
        label: say('enable'),
        icon: CirclePlay,
        onAction: () => enabling.mutate(true),
      };
  const remove = {
    id: 'delete',
    label: say('delete'),
    icon: Trash2,
    isDanger: true,
    onAction: () => setOpen('delete'),
  };
  const dialog = { application, onClose: () => setOpen(undefined) };
  return (
    <>
      {enabling.error && <ProblemNote error={enabling.error} />}
      <ShowCode entries={[{ operation: 'applicationGet', parameters: [application.clientId] }]} />
      {mayUpdate && (
        <Menu
          label={sayApp('moreActions')}
          trigger={<IconButton icon={Ellipsis} label={sayApp('moreActions')} kind="plain" />}
          groups={[
            { id: 'state', entries: [toggle] },
            { id: 'danger', entries: [remove] },
          ]}
        />
      )}
      {open === 'disable' && <DisableDialog {...dialog} />}
      {open === 'delete' && <DeleteDialog {...dialog} />}
    </>
  );
}
