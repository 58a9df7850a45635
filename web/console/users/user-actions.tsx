import { useState } from 'react';
import { Ellipsis, Trash2 } from 'lucide-react';
import type { User } from '@platform/sdk';
import { mayCall } from '../../client/permissions.ts';
import { useSession } from '../../client/session-query.ts';
import { Button } from '../../kit/controls/button.tsx';
import { IconButton } from '../../kit/controls/icon-button.tsx';
import { Menu } from '../../kit/controls/menu.tsx';
import { useSay } from '../../kit/words/words-context.ts';
import { ProblemNote } from '../../parts/problem-note.tsx';
import { ShowCode } from '../../parts/show-code.tsx';
import { DeleteUserDialog } from './delete-user-dialog.tsx';
import { useSuspension } from './suspension.ts';

/** Suspends the user, or lets them in again. Those who were deactivated by others are not changed here. */
function SuspendButton({ user }: { user: User }) {
  const say = useSay('users');
  const change = useSuspension();
  const [isPending, setIsPending] = useState(false);
  const [error, setError] = useState<unknown>();
  if (user.status === 'deactivated') return null;
  const next = user.status === 'active' ? 'suspended' : 'active';
  async function run(): Promise<void> {
    setIsPending(true);
    const { failed } = await change([user], next);
    setError(failed[0]?.error);
    setIsPending(false);
  }
  return (
    <>
      {error !== undefined && <ProblemNote error={error} />}
      <Button onPress={() => void run()} isPending={isPending}>
        {say(next === 'active' ? 'activate' : 'suspend')}
      </Button>
    </>
  );
}

/** What can be done with a user. */
export function UserActions({ user }: { user: User }) {
  const say = useSay('users');
  const session = useSession();
  const [isDeleting, setIsDeleting] = useState(false);
  const mayDelete = mayCall(session, 'userDirectoryDelete');
  const remove = {
    id: 'delete',
    label: say('delete'),
    icon: Trash2,
    isDanger: true,
    onAction: () => setIsDeleting(true),
  };
  return (
    <>
      <ShowCode entries={[{ operation: 'userDirectoryGet', parameters: [user.id] }]} />
      {mayCall(session, 'userDirectoryPatch') && <SuspendButton user={user} />}
      {mayDelete && (
        <Menu
          label={say('moreActions')}
          trigger={<IconButton icon={Ellipsis} label={say('moreActions')} kind="plain" />}
          groups={[{ id: 'danger', entries: [remove] }]}
        />
      )}
      {isDeleting && <DeleteUserDialog user={user} onClose={() => setIsDeleting(false)} />}
    </>
  );
}
