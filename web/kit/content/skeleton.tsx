import { useSay } from '../words/words-context.ts';
import styles from './skeleton.module.css';

/** A bar where text will be. */
export const SkeletonBar = ({ width, height = 12 }: { width: string; height?: number }) => (
  <span
    className={styles['skeleton']}
    style={{ inlineSize: width, blockSize: height }}
    aria-hidden
  />
);

const widths = ['92%', '78%', '85%', '64%', '88%', '71%'];

/** Lines where text will be: of the height that the page will have, so that nothing moves. */
export function Skeleton({ lines = 3 }: { lines?: number }) {
  const say = useSay('kit');
  return (
    <div className={styles['lines']} role="status">
      <span className="visually-hidden">{say('loading')}</span>
      {Array.from({ length: lines }, (_, index) => (
        <SkeletonBar key={index} width={widths[index % widths.length] ?? '80%'} />
      ))}
    </div>
  );
}
