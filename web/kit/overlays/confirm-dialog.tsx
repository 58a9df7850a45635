import { useState } from 'react';
import type { ReactNode } from 'react';
import { Dot } from 'lucide-react';
import { Button } from '../controls/button.tsx';
import { Icon } from '../controls/icon.tsx';
import { TextField } from '../controls/text-field.tsx';
import { useSay } from '../words/words-context.ts';
import { Dialog } from './dialog.tsx';
import styles from './dialog.module.css';

export interface ConfirmDialogProps {
  /** A question that names the object: "Delete Ada Lovelace?" */
  title: string;
  /** What happens, with numbers: "Ends 214 sessions." */
  consequences: readonly ReactNode[];
  /** Verb and object: "Delete user". */
  action: string;
  /** The action is red and needs care. */
  isDanger?: boolean;
  /** The name to be typed, where nothing undoes the action. */
  typedName?: string;
  isOpen: boolean;
  isPending?: boolean;
  /** What can be chosen or said with it, such as a comment. */
  children?: ReactNode;
  /** Why it did not work; the dialog stays. */
  problem?: ReactNode;
  onConfirm: () => void;
  onClose: () => void;
}

/** Asks before something that has consequences. */
export function ConfirmDialog(props: ConfirmDialogProps) {
  const { title, consequences, action, isDanger, typedName, isOpen, isPending } = props;
  const say = useSay('kit');
  const [typed, setTyped] = useState('');
  const isTyped = typedName === undefined || typed.trim() === typedName.trim();
  const close = () => {
    setTyped('');
    props.onClose();
  };
  return (
    <Dialog
      title={title}
      role="alertdialog"
      isOpen={isOpen}
      isDismissable={!isPending}
      onClose={close}
      actions={
        <>
          <Button onPress={close} isDisabled={isPending}>
            {say('cancel')}
          </Button>
          <Button
            kind={isDanger ? 'danger' : 'primary'}
            onPress={props.onConfirm}
            isPending={isPending}
            isDisabled={!isTyped}
          >
            {action}
          </Button>
        </>
      }
    >
      <ul className={styles['consequences']}>
        {consequences.map((consequence, index) => (
          // The list is fixed while the dialog is open.
          <li key={index}>
            <Icon of={Dot} />
            <span>{consequence}</span>
          </li>
        ))}
      </ul>
      {typedName !== undefined && (
        <TextField
          label={say('confirm.typeName', { name: typedName })}
          value={typed}
          onChange={setTyped}
          autoComplete="off"
          isCode
        />
      )}
      {props.children}
      {props.problem}
    </Dialog>
  );
}
