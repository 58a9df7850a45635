import { useQueryClient } from '@tanstack/react-query';
import { roleAssignments } from '@platform/sdk';
import type { CreateRoleAssignmentRequest, RoleAssignment } from '@platform/sdk';
import { refreshReads } from '../../client/query.ts';
import { useWebClient } from '../../client/web-client.ts';
import { showToast } from '../../kit/overlays/toast.tsx';
import { problemWords } from '../../client/problem-words.ts';
import { useSay } from '../../kit/words/words-context.ts';

const reads = ['roleAssignmentsList', 'rolesGet', 'rolesList', 'userDirectoryGetAccess'] as const;

/** The request that makes an assignment again. */
const bodyOf = ({ principal, role, expiresAt }: RoleAssignment): CreateRoleAssignmentRequest => ({
  principal,
  role,
  ...(expiresAt !== null && { expiresAt }),
});

/** Assigns roles and takes them back. Each can be undone by the other, if its user may do that. */
export function useAssignment() {
  const say = useSay('roles');
  const sayApp = useSay('app');
  const sayProblem = useSay('problems');
  const queryClient = useQueryClient();
  const { api } = useWebClient();
  const refresh = () => refreshReads(queryClient, reads);
  const key = () => ({ idempotencyKey: crypto.randomUUID() });

  /** An undo has no place of its own on the page, so its problem is in a toast. */
  const undo = (work: () => Promise<unknown>, done: string) => ({
    label: sayApp('undo'),
    onAction: () =>
      void work().then(
        () => {
          showToast({ text: done });
          return refresh();
        },
        (error: unknown) => {
          const { key: words, values } = problemWords(error);
          showToast({ text: sayProblem(words, values), state: 'error' });
        },
      ),
  });

  return {
    async assign(body: CreateRoleAssignmentRequest, name: string): Promise<void> {
      const { id } = await roleAssignments(api).create(body, key());
      showToast({
        text: say('assigned.toast', { name }),
        action: undo(() => roleAssignments(api).delete(id), say('removed.toast', { name })),
      });
      await refresh();
    },
    async remove(assignment: RoleAssignment, name: string, mayRestore: boolean): Promise<void> {
      await roleAssignments(api).delete(assignment.id);
      showToast({
        text: say('removed.toast', { name }),
        ...(mayRestore && {
          action: undo(
            () => roleAssignments(api).create(bodyOf(assignment), key()),
            say('restored.toast', { name }),
          ),
        }),
      });
      await refresh();
    },
  };
}
