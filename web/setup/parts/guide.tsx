import { Markdown } from '../../kit/content/markdown.tsx';
import { Skeleton } from '../../kit/content/skeleton.tsx';
import { ExactTime } from '../../kit/content/time.tsx';
import { useSay } from '../../kit/words/words-context.ts';
import type { Protocol, Provider } from '../providers.ts';
import { useGuide } from './guides.ts';
import { useProviderWords } from './provider-words.ts';
import styles from './run.module.css';

export interface GuideProps {
  provider: Provider;
  protocol: Protocol;
  /** The section of the guide, from 0. */
  section: number;
}

/** What to do at the product in this step. */
export function Guide({ provider, protocol, section }: GuideProps) {
  const say = useSay('setup');
  const { nameOf } = useProviderWords();
  const { data: guide, isPending } = useGuide(provider, protocol);
  if (isPending) return <Skeleton lines={6} />;
  const shown = guide?.sections[section];
  if (!guide || !shown) return null;
  return (
    <section className={styles['guide']} aria-labelledby="guide">
      <h2 id="guide">{shown.title}</h2>
      <Markdown nodes={shown.content} />
      <details className={styles['different']}>
        <summary>{say('guide.different')}</summary>
        <p>
          {say.rich('guide.differentText', {
            provider: nameOf(provider),
            date: <ExactTime key="date" at={`${guide.written}T12:00:00Z`} isDate />,
          })}
        </p>
      </details>
    </section>
  );
}
