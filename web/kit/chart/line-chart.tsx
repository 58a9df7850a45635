import { useState } from 'react';
import { scaleLinear, scalePoint } from 'd3-scale';
import { line } from 'd3-shape';
import { useFormats } from '../words/words-context.ts';
import { Axes, margin, plotHeight, pointerX, someOf, tickCount } from './axes.tsx';
import { chartColor, chartDash, spreadLabels, tableRows } from './chart-data.ts';
import type { Series } from './chart-data.ts';
import { ChartFrame, useWidth } from './chart-frame.tsx';
import { Legend } from './legend.tsx';
import styles from './chart.module.css';

export interface SeriesChartProps {
  title: string;
  /** The name of the axis, for the table: "Day (UTC)". */
  axis: string;
  /** The points of the axis, in words. */
  points: readonly string[];
  series: readonly Series[];
  /** Numbers as they are written; by default with separators. */
  format?: (value: number) => string;
}

const labelHeight = 16;

/** Values over time, as lines with their names at the end. */
export function LineChart({ title, axis, points, series, format }: SeriesChartProps) {
  const formats = useFormats();
  const show = format ?? ((value: number) => formats.formatNumber(value));
  const [frame, width] = useWidth();
  const [at, setAt] = useState<number | null>(null);
  const isNarrow = width < 480;
  const right = isNarrow ? 12 : 132;
  const x = scalePoint(
    points.map((_, index) => index),
    [margin.left, Math.max(width - right, margin.left + 1)],
  );
  const top = Math.max(1, ...series.flatMap(({ values }) => values.map((value) => value ?? 0)));
  const y = scaleLinear([0, top], [plotHeight - margin.bottom, margin.top]).nice(4);
  const path = line<number | null>()
    .defined((value) => value !== null)
    .x((_, index) => x(index) ?? 0)
    .y((value) => y(value ?? 0));
  const ends = spreadLabels(
    series.map(({ values }) => y(values.findLast((value) => value !== null) ?? 0)),
    labelHeight,
    plotHeight - margin.bottom,
  );
  const readout =
    at === null
      ? null
      : `${points[at]}: ${series
          .map(
            ({ label, values }) => `${label} ${values[at] === null ? '–' : show(values[at] ?? 0)}`,
          )
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
              const step = x.step() || 1;
              const index = Math.round((pointerX(event) - margin.left) / step);
              setAt(Math.min(Math.max(index, 0), points.length - 1));
            }}
            onPointerLeave={() => setAt(null)}
          >
            <Axes
              width={width}
              right={right}
              y={y
                .ticks(format ? 4 : tickCount(top))
                .map((value) => ({ at: y(value), label: show(value) }))}
              x={someOf(
                points.map((label, index) => ({ at: x(index) ?? 0, label })),
                width - right,
              )}
            />
            {at !== null && (
              <line
                className={styles['cursor']}
                x1={x(at)}
                x2={x(at)}
                y1={margin.top}
                y2={plotHeight - margin.bottom}
              />
            )}
            {series.map(({ id, values }, index) => (
              <path
                key={id}
                className={styles['series']}
                d={path(values) ?? ''}
                stroke={chartColor(index)}
                strokeDasharray={chartDash(index)}
              />
            ))}
            {!isNarrow &&
              series.map(({ id, label }, index) => (
                <g key={id} transform={`translate(${width - right + 6} ${ends[index]})`}>
                  <line
                    x2={14}
                    strokeWidth={2}
                    stroke={chartColor(index)}
                    strokeDasharray={chartDash(index)}
                  />
                  <text className={styles['direct']} x={20} dy="0.32em">
                    {label}
                  </text>
                </g>
              ))}
          </svg>
        )}
      </div>
      {isNarrow && <Legend labels={series.map(({ label }) => label)} />}
    </ChartFrame>
  );
}
