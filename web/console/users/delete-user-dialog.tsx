import { useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { users } from '@platform/sdk';
import type { User } from '@platform/sdk';
import { useWrite } from '../../client/write.ts';
import { ConfirmDialog } from '../../kit/overlays/confirm-dialog.tsx';
import { showToast } from '../../kit/overlays/toast.tsx';
import { useSay } from '../../kit/words/words-context.ts';
import { ProblemNote } from '../../parts/problem-note.tsx';
import { userName } from './user-names.ts';
import { userQuery } from './user-queries.ts';

/** Deletes a user, which nothing undoes. The platform asks for a recent sign-in. */
export function DeleteUserDialog({ user, onClose }: { user: User; onClose: () => void }) {
  const say = useSay('users');
  const navigate = useNavigate();
  const queryClient = useQueryClient();
  const name = userName(user);
  const remove = useWrite((api, id: string) => users(api).delete(id), {
    refreshes: ['userDirectoryList'],
    onDone(_, id) {
      showToast({ text: say('deleted.toast', { name }) });
      void navigate({ to: '/users', search: {} });
      queryClient.removeQueries({ queryKey: userQuery(id).queryKey });
    },
  });
  return (
    <ConfirmDialog
      title={say('delete.title', { name })}
      consequences={[
        say('delete.sessions'),
        say('delete.memberships'),
        say('delete.reuse'),
        say('delete.final'),
      ]}
      action={say('delete')}
      isDanger
      typedName={user.email ?? name}
      isOpen
      isPending={remove.isPending}
      problem={remove.error && <ProblemNote error={remove.error} />}
      onConfirm={() => remove.mutate(user.id)}
      onClose={onClose}
    />
  );
}
