import { scaleLinear } from 'd3-scale';
import { area, line } from 'd3-shape';
import styles from './chart.module.css';

export interface SparklineProps {
  values: readonly number[];
  /** The same in words: "Sign-ins rose from 1,204 to 1,912 in 30 days". */
  label: string;
  width?: number;
  height?: number;
}

/** The course of a number, beside it. */
export function Sparkline({ values, label, width = 120, height = 28 }: SparklineProps) {
  const x = scaleLinear([0, Math.max(1, values.length - 1)], [1, width - 1]);
  const y = scaleLinear([Math.min(0, ...values), Math.max(1, ...values)], [height - 2, 2]);
  const points = [...values];
  const at = (_: number, index: number) => x(index);
  return (
    <svg className={styles['spark']} width={width} height={height} role="img" aria-label={label}>
      <path
        d={area<number>().x(at).y0(height).y1(y)(points) ?? ''}
        fill="var(--chart-1)"
        opacity={0.12}
      />
      <path
        className={styles['series']}
        d={line<number>().x(at).y(y)(points) ?? ''}
        stroke="var(--chart-1)"
        strokeWidth={1.5}
      />
    </svg>
  );
}
