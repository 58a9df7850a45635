import { useId, useState } from 'react';
import type { ReactNode } from 'react';
import { findingsOf } from '../client/field-words.ts';
import { Button } from '../kit/controls/button.tsx';
import { TextField } from '../kit/controls/text-field.tsx';
import type { TextFieldProps } from '../kit/controls/text-field.tsx';
import { Dialog } from '../kit/overlays/dialog.tsx';
import { useSay } from '../kit/words/words-context.ts';
import { ProblemNote } from './problem-note.tsx';

export interface TextDialogProps {
  title: string;
  /** Above the field. */
  children?: ReactNode;
  field: Pick<
    TextFieldProps,
    'label' | 'hint' | 'autoComplete' | 'inputMode' | 'isCode' | 'type'
  > & {
    maxLength?: number;
    isOptional?: boolean;
    /** Replaces what the platform says about the value. */
    problem?: string;
  };
  /** What is in the field at first. */
  initial?: string;
  action: string;
  /** Another way on, beside it. */
  other?: ReactNode;
  isPending: boolean;
  error: unknown;
  onSubmit: (text: string) => void;
  onClose: () => void;
}

/** What the platform found wrong with the value; undefined if it is something else. */
function useFinding(error: unknown): string | undefined {
  const sayProblem = useSay('problems');
  if (!error) return undefined;
  return findingsOf(error, sayProblem).find(({ pointer }) => pointer !== '')?.detail;
}

/** A dialog with one field, which its button or Enter sends. */
export function TextDialog(props: TextDialogProps) {
  const { title, children, field, initial = '', action, other, isPending, error } = props;
  const sayApp = useSay('app');
  const [text, setText] = useState(initial);
  const id = useId();
  const finding = useFinding(error);
  const { problem, isOptional, ...control } = field;
  const canSend = isOptional || text.trim() !== '';
  return (
    <Dialog
      title={title}
      isOpen
      isDismissable={!isPending}
      onClose={props.onClose}
      actions={
        <>
          <Button onPress={props.onClose} isDisabled={isPending}>
            {sayApp('cancel')}
          </Button>
          <Button
            kind="primary"
            type="submit"
            form={id}
            isPending={isPending}
            isDisabled={!canSend}
          >
            {action}
          </Button>
        </>
      }
    >
      <form
        id={id}
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          if (canSend && !isPending) props.onSubmit(text.trim());
        }}
      >
        {children}
        <TextField
          {...control}
          isOptional={isOptional}
          autoFocus
          value={text}
          onChange={setText}
          problem={problem ?? finding}
        />
      </form>
      {error !== null && error !== undefined && finding === undefined && problem === undefined && (
        <ProblemNote error={error} />
      )}
      {other}
    </Dialog>
  );
}
