import { ProgressBar } from 'react-aria-components';
import styles from './progress.module.css';

export interface ProgressProps {
  /** What makes progress. */
  label: string;
  /** The share that is done, from 0 to 1; undefined if it is unknown. */
  share: number | undefined;
}

/** How much of something that runs is done. */
export const Progress = ({ label, share }: ProgressProps) => (
  <ProgressBar
    aria-label={label}
    value={share === undefined ? undefined : share * 100}
    isIndeterminate={share === undefined}
    className={styles['track']}
  >
    <span className={styles['done']} style={{ inlineSize: `${Math.round((share ?? 0) * 100)}%` }} />
  </ProgressBar>
);
