import { Button } from '../../kit/controls/button.tsx';
import { useSay } from '../../kit/words/words-context.ts';
import styles from './apis.module.css';

export interface RowActionsProps {
  /** What the row is about, for screen readers. */
  name: string;
  onEdit: () => void;
  onRemove: () => void;
}

/** Changes or removes what a row is about. */
export function RowActions({ name, onEdit, onRemove }: RowActionsProps) {
  const say = useSay('apis');
  return (
    <span className={styles['actions']}>
      <Button size="small" aria-label={`${say('edit')} ${name}`} onPress={onEdit}>
        {say('edit')}
      </Button>
      <Button size="small" aria-label={`${say('remove')} ${name}`} onPress={onRemove}>
        {say('remove')}
      </Button>
    </span>
  );
}
