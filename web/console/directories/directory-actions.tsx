import { useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { Ellipsis, Trash2 } from 'lucide-react';
import { directories } from '@platform/sdk';
import type { Directory } from '@platform/sdk';
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
import { directoryQuery } from './directory-queries.ts';

interface DirectoryProps {
  directory: Directory;
}

function SuspendButton({ directory: { id, name, state } }: DirectoryProps) {
  const say = useSay('directories');
  const sayApp = useSay('app');
  const change = useWrite(
    (api, status: 'active' | 'suspended') => directories(api).update(id, { status }),
    {
      refreshes: ['directoriesGet', 'directoriesList'],
      onDone(_, status) {
        const back = status === 'active' ? 'suspended' : 'active';
        showToast({
          text: say(`done.${status}`, { name }),
          action: { label: sayApp('undo'), onAction: () => change.mutate(back) },
        });
      },
    },
  );
  return (
    <>
      {change.error && <ProblemNote error={change.error} />}
      <Button
        isPending={change.isPending}
        onPress={() => change.mutate(state === 'suspended' ? 'active' : 'suspended')}
      >
        {say(state === 'suspended' ? 'resume' : 'suspend')}
      </Button>
    </>
  );
}

function DeleteDialog({
  directory: { id, name, counts, onDelete },
  onClose,
}: DirectoryProps & { onClose: () => void }) {
  const say = useSay('directories');
  const navigate = useNavigate();
  const queryClient = useQueryClient();
  const remove = useWrite((api, of: string) => directories(api).delete(of), {
    refreshes: ['directoriesList'],
    onDone(_, of) {
      showToast({ text: say('deleted.toast', { name }) });
      void navigate({ to: '/directories', search: {} });
      queryClient.removeQueries({ queryKey: directoryQuery(of).queryKey });
    },
  });
  return (
    <ConfirmDialog
      title={say('delete.title', { name })}
      consequences={[
        say('delete.credentials'),
        say(`delete.${onDelete}`, { count: counts.users }),
        say('delete.final'),
      ]}
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

/** What can be done with a directory. */
export function DirectoryActions({ directory }: DirectoryProps) {
  const say = useSay('directories');
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
      <ShowCode entries={[{ operation: 'directoriesGet', parameters: [directory.id] }]} />
      {mayCall(session, 'directoriesUpdate') && <SuspendButton directory={directory} />}
      {mayCall(session, 'directoriesDelete') && (
        <Menu
          label={sayApp('moreActions')}
          trigger={<IconButton icon={Ellipsis} label={sayApp('moreActions')} kind="plain" />}
          groups={[{ id: 'danger', entries: [remove] }]}
        />
      )}
      {isDeleting && <DeleteDialog directory={directory} onClose={() => setIsDeleting(false)} />}
    </>
  );
}
