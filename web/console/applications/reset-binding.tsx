import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { loginFlows } from '@platform/sdk';
import { mayCall } from '../../client/permissions.ts';
import { useSession } from '../../client/session-query.ts';
import { useWrite } from '../../client/write.ts';
import { Button } from '../../kit/controls/button.tsx';
import { ConfirmDialog } from '../../kit/overlays/confirm-dialog.tsx';
import { useSay } from '../../kit/words/words-context.ts';
import { ProblemNote } from '../../parts/problem-note.tsx';
import { bindingQuery } from './application-queries.ts';

/** Removes what an application asks for beyond its login flow. */
export function ResetBinding({ clientId }: { clientId: string }) {
  const say = useSay('applications');
  const session = useSession();
  const queryClient = useQueryClient();
  const [isOpen, setIsOpen] = useState(false);
  const remove = useWrite((api, id: string) => loginFlows(api).clientBindings.delete(id), {
    refreshes: [],
    onDone(_, id) {
      setIsOpen(false);
      // It is gone: nothing of it may stay on the page.
      void queryClient.resetQueries({ queryKey: bindingQuery(id).queryKey });
    },
  });
  if (!mayCall(session, 'loginFlowDeleteClientBinding')) return null;
  return (
    <>
      <Button onPress={() => setIsOpen(true)}>{say('binding.reset')}</Button>
      <ConfirmDialog
        title={say('binding.reset.title')}
        consequences={[say('binding.reset.effect')]}
        action={say('binding.reset')}
        isDanger
        isOpen={isOpen}
        isPending={remove.isPending}
        problem={remove.error && <ProblemNote error={remove.error} />}
        onConfirm={() => remove.mutate(clientId)}
        onClose={() => setIsOpen(false)}
      />
    </>
  );
}
