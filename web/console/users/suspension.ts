import { useQueryClient } from '@tanstack/react-query';
import { users } from '@platform/sdk';
import type { User } from '@platform/sdk';
import { refreshReads } from '../../client/query.ts';
import { runMany } from '../../client/run-many.ts';
import type { ManyOptions, ManyOutcome } from '../../client/run-many.ts';
import { useWebClient } from '../../client/web-client.ts';
import { showToast } from '../../kit/overlays/toast.tsx';
import { useSay } from '../../kit/words/words-context.ts';
import { userName } from './user-names.ts';

type Status = 'active' | 'suspended';

const inverse = { active: 'suspended', suspended: 'active' } as const;

/**
 * Suspends users or lets them in again, and offers to undo that. Users who are already so are left alone, so that undoing does not
 * change them.
 */
export function useSuspension() {
  const say = useSay('users');
  const sayApp = useSay('app');
  const queryClient = useQueryClient();
  const { api } = useWebClient();

  async function change(
    chosen: readonly User[],
    status: Status,
    options?: ManyOptions,
  ): Promise<ManyOutcome<User>> {
    const affected = chosen.filter((user) => user.status === inverse[status]);
    const outcome = await runMany(affected, ({ id }) => users(api).update(id, { status }), options);
    await refreshReads(queryClient, ['userDirectoryList', 'userDirectoryGet']);
    return outcome;
  }

  return async (
    chosen: readonly User[],
    status: Status,
    options?: ManyOptions,
  ): Promise<ManyOutcome<User>> => {
    const outcome = await change(chosen, status, options);
    const { succeeded } = outcome;
    const [first] = succeeded;
    if (!first) return outcome;
    const undo = () =>
      change(
        succeeded.map((user) => ({ ...user, status })),
        inverse[status],
      );
    showToast({
      text:
        succeeded.length === 1
          ? say(`done.${status}`, { name: userName(first) })
          : say(`doneMany.${status}`, { count: succeeded.length }),
      action: { label: sayApp('undo'), onAction: () => void undo() },
    });
    return outcome;
  };
}
