import { ProgressBar } from 'react-aria-components';
import { useSay } from '../words/words-context.ts';
import styles from './spinner.module.css';

/** The turning ring alone, beside words that say what is going on. */
export const SpinnerRing = () => <span className={styles['spinner']} aria-hidden />;

/** A ring that says "Loading", or what is loaded. */
export function Spinner({ label }: { label?: string }) {
  const say = useSay('kit');
  return (
    <ProgressBar isIndeterminate aria-label={label ?? say('loading')}>
      <SpinnerRing />
    </ProgressBar>
  );
}
