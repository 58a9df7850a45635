import { stack } from 'd3-shape';
import { useFormats } from '../words/words-context.ts';
import { partRow } from './bar-list.tsx';
import type { ShareChartProps } from './bar-list.tsx';
import { chartColor } from './chart-data.ts';
import { ChartFrame } from './chart-frame.tsx';
import { Legend } from './legend.tsx';
import styles from './chart.module.css';

/** How a whole divides into up to five parts: one bar, and the share of each part. */
export function Distribution({ title, axis, measure, more = [], parts }: ShareChartProps) {
  const formats = useFormats();
  const total = parts.reduce((sum, { value }) => sum + value, 0) || 1;
  const layers = stack<typeof parts, number>()
    .keys(parts.map((_, index) => index))
    .value((all, index) => (all[index]?.value ?? 0) / total)([parts]);
  const share = (value: number) =>
    formats.formatNumber(value / total, { style: 'percent', maximumFractionDigits: 1 });
  return (
    <ChartFrame title={title} columns={[axis, measure, ...more]} rows={parts.map(partRow)}>
      <div className={styles['plot']}>
        <svg height={16} aria-hidden>
          {layers.map((layer) => {
            const [start = 0, end = 0] = layer[0] ?? [];
            return (
              <rect
                key={layer.key}
                x={`${start * 100}%`}
                width={`${Math.max(0, (end - start) * 100 - 0.3)}%`}
                height={16}
                fill={chartColor(layer.key)}
              />
            );
          })}
        </svg>
      </div>
      <Legend
        labels={parts.map(({ label }) => label)}
        values={parts.map(({ value }) => share(value))}
      />
    </ChartFrame>
  );
}
