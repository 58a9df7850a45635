import { Link } from '../../kit/controls/link.tsx';
import { useFormats, useSay } from '../../kit/words/words-context.ts';
import type { StatisticsProps } from './statistics.ts';
import { changeOf, eventsHref } from './period.ts';
import styles from './analytics.module.css';

/** A number, what it was before, and where its events are. */
interface FigureProps {
  label: string;
  value: number | null;
  before: number | null | undefined;
  isShare?: boolean;
  href?: string;
}

function Figure({ label, value, before, isShare, href }: FigureProps) {
  const say = useSay('analytics');
  const formats = useFormats();
  const percent = { style: 'percent', maximumFractionDigits: 1 } as const;
  const shown = (number: number) => formats.formatNumber(number, isShare ? percent : {});
  const change =
    typeof value === 'number' && typeof before === 'number' && !isShare
      ? changeOf(value, before)
      : undefined;
  const text = value === null ? '—' : shown(value);
  return (
    <div className={styles['figure']}>
      <dt>{label}</dt>
      <dd>
        <span className={styles['number']}>{href ? <Link href={href}>{text}</Link> : text}</span>
        {typeof before === 'number' && (
          <span className={styles['quiet']}>
            {say('before', { value: shown(before) })}
            {change !== undefined &&
              ` (${formats.formatNumber(change, { ...percent, signDisplay: 'exceptZero' })})`}
          </span>
        )}
      </dd>
    </div>
  );
}

/** The sums of the period. */
export function Figures({ now: { totals }, before, days }: StatisticsProps) {
  const say = useSay('analytics');
  const old = before?.totals;
  const signedIn = eventsHref('user.signed_in', days);
  const failed = eventsHref('user.sign_in_failed', days);
  const counts = [
    { key: 'succeeded', href: signedIn },
    { key: 'failed', href: failed },
    { key: 'blocked', href: failed },
    { key: 'signUps', href: signedIn },
    { key: 'mfaCompleted', href: signedIn },
    { key: 'uniqueUsers', href: signedIn },
  ] as const;
  return (
    <dl className={styles['figures']}>
      <Figure
        label={say('successRate')}
        value={totals.successRate}
        before={old?.successRate}
        isShare
        href={eventsHref('user.*', days)}
      />
      {counts.map(({ key, href }) => (
        <Figure key={key} label={say(key)} value={totals[key]} before={old?.[key]} href={href} />
      ))}
    </dl>
  );
}
