import { useEffect } from 'react';
import type { FieldValues, UseFormReturn } from 'react-hook-form';
import { Button } from '../controls/button.tsx';
import { useSay } from '../words/words-context.ts';
import { countChanges } from './merge-patch.ts';
import type { DirtyFields } from './merge-patch.ts';
import styles from './form.module.css';

/** Whether a press of keys is that for saving: ⌘S, or Ctrl S. */
const isSaveKey = ({ key, metaKey, ctrlKey }: KeyboardEvent): boolean =>
  key.toLowerCase() === 's' && (metaKey || ctrlKey);

export interface ChangesBarProps {
  count: number;
  isPending?: boolean;
  onDiscard: () => void;
  /** Absent: the button submits the form around it. */
  onSave?: () => void;
}

/** Counts changes, and saves or discards them. It is there only while there are any. */
export function ChangesBar({ count, isPending, onDiscard, onSave }: ChangesBarProps) {
  const say = useSay('kit');
  return (
    <div role="status" className={count > 0 ? styles['bar'] : undefined}>
      {count > 0 && (
        <>
          <span className={styles['count']}>{say('form.changes', { count })}</span>
          <Button onPress={onDiscard} isDisabled={isPending}>
            {say('form.discard')}
          </Button>
          <Button
            kind="primary"
            type={onSave ? 'button' : 'submit'}
            onPress={onSave}
            isPending={isPending}
          >
            {say('form.save')}
          </Button>
        </>
      )}
    </div>
  );
}

/** The changes of a form. */
export function SaveBar<Values extends FieldValues>({ form }: { form: UseFormReturn<Values> }) {
  const { dirtyFields, isSubmitting } = form.formState;
  return (
    <ChangesBar
      count={countChanges(dirtyFields as DirtyFields)}
      isPending={isSubmitting}
      onDiscard={() => form.reset()}
    />
  );
}

/** Submits the form around an element on ⌘S or Ctrl S. */
export function useSaveKey(submit: () => void): void {
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      if (!isSaveKey(event)) return;
      event.preventDefault();
      submit();
    };
    document.addEventListener('keydown', onKey);
    return () => document.removeEventListener('keydown', onKey);
  }, [submit]);
}
