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
  /** Names of further numbers of each part, such as those of the period before. */
  more?: readonly string[];
  parts: readonly SharePart[];
}

export interface SharePart {
  id: string;
  label: string;
  value: number;
  href?: string;
  /** In the order of their names. */
  more?: readonly number[];
}

/** Every number of a part, for its row in the table. */
export const partRow = ({ label, value, more = [] }: SharePart): (string | number)[] => [
  label,
  value,
  ...more,
];

/** Counts of categories as horizontal bars, in the given order. */
export function BarList({ title, axis, measure, more = [], parts }: ShareChartProps) {
  const formats = useFormats();
  const length = scaleLinear([0, Math.max(1, ...parts.map(({ value }) => value))], [0, 100]);
  return (
    <ChartFrame title={title} columns={[axis, measure, ...more]} rows={parts.map(partRow)}>
      <ul className={styles['bars']}>
        {parts.map(({ id, label, value, href, more: others = [] }) => (
          <li key={id}>
            <span>
              {href ? <Link href={href}>{label}</Link> : label}
              {others.length > 0 && (
                <span className={styles['barMore']}>
                  {others
                    .map((number, index) => `${more[index]} ${formats.formatNumber(number)}`)
                    .join(' · ')}
                </span>
              )}
            </span>
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
