import { useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { CirclePause, CirclePower, Ellipsis, Trash2 } from 'lucide-react';
import { ssf } from '@platform/sdk';
import type { SsfReceiver } from '@platform/sdk';
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
import { receiverQuery, receiverReads } from './receiver-queries.ts';

type Status = SsfReceiver['status'];
interface DialogProps {
  receiver: SsfReceiver;
  onClose: () => void;
}

/** Disabling discards the queue, so it asks; pausing keeps it. */
function useStatus(id: string, onDone?: () => void) {
  const say = useSay('sharedSignals');
  return useWrite((api, status: Status) => ssf(api).receivers.update(id, { status }), {
    refreshes: receiverReads,
    onDone(_, status) {
      showToast({ text: say(`status.${status}.toast`) });
      onDone?.();
    },
  });
}

function DisableDialog({ receiver: { id, name, pendingCount }, onClose }: DialogProps) {
  const say = useSay('sharedSignals');
  const change = useStatus(id, onClose);
  return (
    <ConfirmDialog
      title={say('disable.title', { name })}
      consequences={[say('disable.discards', { count: pendingCount })]}
      action={say('disable')}
      isDanger
      isOpen
      isPending={change.isPending}
      problem={change.error && <ProblemNote error={change.error} />}
      onConfirm={() => change.mutate('disabled')}
      onClose={onClose}
    />
  );
}

function DeleteDialog({ receiver: { id, name, pendingCount }, onClose }: DialogProps) {
  const say = useSay('sharedSignals');
  const navigate = useNavigate();
  const queryClient = useQueryClient();
  const remove = useWrite((api, of: string) => ssf(api).receivers.delete(of), {
    refreshes: ['ssfReceiverList'],
    onDone(_, of) {
      showToast({ text: say('deleted.toast') });
      void navigate({ to: '/shared-signals', search: {} });
      queryClient.removeQueries({ queryKey: receiverQuery(of).queryKey });
    },
  });
  return (
    <ConfirmDialog
      title={say('delete.title', { name })}
      consequences={[say('disable.discards', { count: pendingCount }), say('delete.final')]}
      action={say('delete')}
      isDanger
      typedName={name}
      isOpen
      isPending={remove.isPending}
      problem={remove.error && <ProblemNote error={remove.error} />}
      onConfirm={() => remove.mutate(id)}
      onClose={onClose}
    />
  );
}

/** Sends a verification event again. */
function VerifyButton({ id }: { id: string }) {
  const say = useSay('sharedSignals');
  const verify = useWrite((api, of: string, key) => ssf(api).receivers.verify(of, key), {
    refreshes: receiverReads,
    onDone: () => showToast({ text: say('verify.toast') }),
  });
  return (
    <>
      {verify.error && <ProblemNote error={verify.error} />}
      <Button isPending={verify.isPending} onPress={() => verify.mutate(id)}>
        {say('verify')}
      </Button>
    </>
  );
}

/** Actions on a receiver. */
export function ReceiverActions({ receiver }: { receiver: SsfReceiver }) {
  const say = useSay('sharedSignals');
  const session = useSession();
  const [open, setOpen] = useState<'disable' | 'delete'>();
  const close = () => setOpen(undefined);
  const { id, status } = receiver;
  const change = useStatus(id);
  const mayToggle = mayCall(session, 'ssfReceiverToggle');
  const pause = {
    id: 'pause',
    label: say('pause'),
    icon: CirclePause,
    onAction: () => change.mutate('paused'),
  };
  const disable = {
    id: 'disable',
    label: say('disable'),
    icon: CirclePower,
    onAction: () => setOpen('disable'),
  };
  const remove = {
    id: 'delete',
    label: say('delete'),
    icon: Trash2,
    isDanger: true,
    onAction: () => setOpen('delete'),
  };
  return (
    <>
      <ShowCode
        entries={[
          { operation: 'ssfReceiverGet', parameters: [id] },
          { operation: 'ssfReceiverDeliveries', parameters: [id] },
        ]}
      />
      {change.error && <ProblemNote error={change.error} />}
      {status === 'enabled' && mayCall(session, 'ssfReceiverVerify') && <VerifyButton id={id} />}
      {status !== 'enabled' && mayToggle && (
        <Button
          kind="primary"
          isPending={change.isPending}
          onPress={() => change.mutate('enabled')}
        >
          {say('enable')}
        </Button>
      )}
      {mayToggle && (
        <Menu
          label={say('moreActions')}
          trigger={<IconButton icon={Ellipsis} label={say('moreActions')} kind="plain" />}
          groups={[
            {
              id: 'status',
              entries: [
                ...(status === 'enabled' ? [pause] : []),
                ...(status === 'disabled' ? [] : [disable]),
              ],
            },
            { id: 'danger', entries: [remove] },
          ].filter(({ entries }) => entries.length > 0)}
        />
      )}
      {open === 'disable' && <DisableDialog receiver={receiver} onClose={close} />}
      {open === 'delete' && <DeleteDialog receiver={receiver} onClose={close} />}
    </>
  );
}
