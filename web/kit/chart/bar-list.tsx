import { scaleLinear } from 'd3-scale';
import { Link } from '../controls/link.tsx';
import { useFormats } from '../words/words-context.ts';
import { chartColor } from './chart-data.ts';
import { ChartFrame } from './chart-frame.tsx';
import styles from './chart.module.css';

export interface ShareChartProps {
  title: string;
  /** What the parts are, for the table: "Reason". */
  axis: string;
  /** What is counted: "Sign-ins". */
  measure: string;
  parts: readonly { id: string; label: string; value: number; href?: string }[];
}

/** Counts of categories as horizontal bars, in the given order. */
export function BarList({ title, axis, measure, parts }: ShareChartProps) {
  const formats = useFormats();
  const length = scaleLinear([0, Math.max(1, ...parts.map(({ value }) => value))], [0, 100]);
  return (
    <ChartFrame
      title={title}
      columns={[axis, measure]}
      rows={parts.map(({ label, value }) => [label, value])}
    >
      <ul className={styles['bars']}>
        {parts.map(({ id, label, value, href }) => (
          <li key={id}>
            <span>{href ? <Link href={href}>{label}</Link> : label}</span>
            <svg height={10} width="100%" aria-hidden>
              <rect width={`${length(value)}%`} height={10} rx={2} fill={chartColor(0)} />
            </svg>
            <span className={styles['barValue']}>{formats.formatNumber(value)}</span>
          </li>
        ))}
      </ul>
    </ChartFrame>
  );
}
