import { classNames } from '../class-names.ts';
import { CopyButton } from './copy-button.tsx';
import { shortened } from './shortened.ts';
import styles from './copyable.module.css';

export interface CopyableProps {
  text: string;
  /** "Copy user ID"; "Copy" if absent. */
  label?: string;
  /** Shows the beginning and the end of a long id; the whole is copied. */
  isShort?: boolean;
}

/** An id to copy, in a line of text. */
export const CopyableId = ({ text, label, isShort }: CopyableProps) => (
  <span className={styles['copyable']}>
    <bdi className={styles['text']} title={isShort ? text : undefined}>
      {isShort ? shortened(text) : text}
    </bdi>
    <CopyButton text={text} label={label} />
  </span>
);

/** A value to copy into another system, in a box of its own. */
export const CopyableValue = ({ text, label }: Omit<CopyableProps, 'isShort'>) => (
  <span className={classNames(styles['copyable'], styles['block'])}>
    <bdi className={styles['text']}>{text}</bdi>
    <CopyButton text={text} label={label} />
  </span>
);
