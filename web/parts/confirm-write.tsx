import type { UseMutationResult } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { ConfirmDialog } from '../kit/overlays/confirm-dialog.tsx';
import { ProblemNote } from './problem-note.tsx';

export interface ConfirmWriteProps<I> {
  title: string;
  consequences: readonly ReactNode[];
  action: string;
  /** See `ConfirmDialog`. */
  typedName?: string;
  isDanger?: boolean;
  write: UseMutationResult<unknown, Error, I>;
  input: I;
  onClose: () => void;
}

/** Asks before a write, sends it, and stays open if it fails. */
export function ConfirmWrite<I>({ write, input, onClose, ...words }: ConfirmWriteProps<I>) {
  const close = () => {
    write.reset();
    onClose();
  };
  return (
    <ConfirmDialog
      isDanger
      {...words}
      isOpen
      isPending={write.isPending}
      problem={write.error && <ProblemNote error={write.error} />}
      onConfirm={() => write.mutate(input, { onSuccess: close })}
      onClose={close}
    />
  );
}
