import { useState } from 'react';
import { scaleBand, scaleLinear } from 'd3-scale';
import { stack } from 'd3-shape';
import { useFormats } from '../words/words-context.ts';
import { Axes, margin, plotHeight, pointerX, someOf, tickCount } from './axes.tsx';
import { chartColor, tableRows } from './chart-data.ts';
import { ChartFrame, useWidth } from './chart-frame.tsx';
import { Legend } from './legend.tsx';
import type { SeriesChartProps } from './line-chart.tsx';
import styles from './chart.module.css';

const right = 8;

/** Counts over time, as bars: one series, or several on top of each other. */
export function StackedChart({ title, axis, points, series, format }: SeriesChartProps) {
  const formats = useFormats();
  const show = format ?? ((value: number) => formats.formatNumber(value));
  const [frame, width] = useWidth();
  const [at, setAt] = useState<number | null>(null);
  const x = scaleBand(
    points.map((_, index) => index),
    [margin.left, Math.max(width - right, margin.left + 1)],
  ).paddingInner(0.25);
  const layers = stack<number, number>()
    .keys(series.map((_, index) => index))
    .value((point, key) => series[key]?.values[point] ?? 0)(points.map((_, index) => index));
  const top = Math.max(1, ...layers.flatMap((layer) => layer.map(([, end]) => end)));
  const y = scaleLinear([0, top], [plotHeight - margin.bottom, margin.top]).nice(4);
  const readout =
    at === null
      ? null
      : `${points[at]}: ${series
          .map(({ label, values }) => `${label} ${show(values[at] ?? 0)}`)
          .join(' · ')}`;
  return (
    <ChartFrame
      title={title}
      readout={readout}
      columns={[axis, ...series.map(({ label }) => label)]}
      rows={tableRows(points, series)}
    >
      <div ref={frame} className={styles['plot']}>
        {width > 0 && (
          <svg
            height={plotHeight}
            role="img"
            aria-label={title}
            onPointerMove={(event) => {
              const index = Math.floor((pointerX(event) - margin.left) / (x.step() || 1));
              setAt(Math.min(Math.max(index, 0), points.length - 1));
            }}
            onPointerLeave={() => setAt(null)}
          >
            <Axes
              width={width}
              right={right}
              y={y.ticks(tickCount(top)).map((value) => ({ at: y(value), label: show(value) }))}
              x={someOf(
                points.map((label, index) => ({
                  at: (x(index) ?? 0) + x.bandwidth() / 2,
                  label,
                })),
                width - right,
              )}
            />
            {layers.map((layer) =>
              layer.map(([start, end], index) => (
                <rect
                  key={`${layer.key} ${index}`}
                  x={x(index)}
                  width={x.bandwidth()}
                  y={y(end)}
                  // A line of the surface between layers tells them apart without color.
                  height={Math.max(0, y(start) - y(end) - (start > 0 ? 1 : 0))}
                  fill={chartColor(layer.key)}
                  opacity={at === null || at === index ? 1 : 0.55}
                />
              )),
            )}
          </svg>
        )}
      </div>
      {series.length > 1 && <Legend labels={series.map(({ label }) => label)} />}
    </ChartFrame>
  );
}
