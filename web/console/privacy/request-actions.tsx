import { useState } from 'react';
import type { ReactNode } from 'react';
import { Button } from '../../kit/controls/button.tsx';
import { ConfirmDialog } from '../../kit/overlays/confirm-dialog.tsx';
import { showToast } from '../../kit/overlays/toast.tsx';
import { useSay } from '../../kit/words/words-context.ts';
import { ProblemNote } from '../../parts/problem-note.tsx';

interface CancelButtonProps {
  path: 'erasure' | 'access';
  cancel: {
    mutateAsync: (input: undefined) => Promise<unknown>;
    isPending: boolean;
    error: unknown;
  };
}

/** Cancels a request, after saying what that means. */
export function CancelButton({ path, cancel }: CancelButtonProps) {
  const say = useSay('privacy');
  const [isAsking, setIsAsking] = useState(false);
  async function run(): Promise<void> {
    await cancel.mutateAsync(undefined);
    showToast({ text: say('cancelled.toast') });
    setIsAsking(false);
  }
  return (
    <>
      <Button onPress={() => setIsAsking(true)}>{say('cancel')}</Button>
      {isAsking && (
        <ConfirmDialog
          title={say('cancel.title')}
          consequences={[say(`cancel.${path}`)]}
          action={say('cancel')}
          isOpen
          isPending={cancel.isPending}
          problem={cancel.error ? <ProblemNote error={cancel.error} /> : undefined}
          onConfirm={() => void run().catch(() => undefined)}
          onClose={() => setIsAsking(false)}
        />
      )}
    </>
  );
}

/** Does something that can fail, and says why it has. */
export function ActionButton({
  run,
  children,
  isPrimary,
}: {
  run: () => Promise<unknown>;
  children: ReactNode;
  isPrimary?: boolean;
}) {
  const [isPending, setIsPending] = useState(false);
  const [error, setError] = useState<unknown>();
  async function press(): Promise<void> {
    setIsPending(true);
    setError(undefined);
    await run().catch(setError);
    setIsPending(false);
  }
  return (
    <>
      {error !== undefined && <ProblemNote error={error} />}
      <Button
        kind={isPrimary ? 'primary' : undefined}
        isPending={isPending}
        onPress={() => void press()}
      >
        {children}
      </Button>
    </>
  );
}
