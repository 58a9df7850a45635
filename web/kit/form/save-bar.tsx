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

/** Counts the changes of a form, and saves or discards them. It is there only while there are any. */
export function SaveBar<Values extends FieldValues>({ form }: { form: UseFormReturn<Values> }) {
  const say = useSay('kit');
  const { dirtyFields, isSubmitting } = form.formState;
  const count = countChanges(dirtyFields as DirtyFields);
  return (
    <div role="status" className={count > 0 ? styles['bar'] : undefined}>
      {count > 0 && (
        <>
          <span className={styles['count']}>{say('form.changes', { count })}</span>
          <Button onPress={() => form.reset()} isDisabled={isSubmitting}>
            {say('form.discard')}
          </Button>
          <Button kind="primary" type="submit" isPending={isSubmitting}>
            {say('form.save')}
          </Button>
        </>
      )}
    </div>
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
