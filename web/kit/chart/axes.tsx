import type { PointerEvent } from 'react';
import styles from './chart.module.css';

export const plotHeight = 180;
export const margin = { top: 8, bottom: 22, left: 44 };

export interface Tick {
  at: number;
  label: string;
}

interface AxesProps {
  width: number;
  right: number;
  x: readonly Tick[];
  y: readonly Tick[];
}

/** Lines and words of the axes. Few: the values are in the labels and the table. */
export const Axes = ({ width, right, x, y }: AxesProps) => (
  <g aria-hidden>
    {y.map(({ at, label }) => (
      <g key={label}>
        <line className={styles['grid']} x1={margin.left} x2={width - right} y1={at} y2={at} />
        <text x={margin.left - 8} y={at} dy="0.32em" textAnchor="end">
          {label}
        </text>
      </g>
    ))}
    {x.map(({ at, label }) => (
      <text key={`${at} ${label}`} x={at} y={plotHeight - 4} textAnchor="middle">
        {label}
      </text>
    ))}
  </g>
);

/** Lines of an axis of counts, up to 4: there is nothing between 0 and 1. */
export const tickCount = (top: number): number => Math.min(4, Math.ceil(top));

/** Every n-th of the points of an axis, so that their labels do not touch. */
export function someOf<T>(points: readonly T[], width: number, labelWidth = 64): T[] {
  const step = Math.max(1, Math.ceil((points.length * labelWidth) / Math.max(width, 1)));
  return points.filter((_, index) => index % step === 0);
}

/** The horizontal place of a pointer within an SVG. */
export const pointerX = (event: PointerEvent<SVGSVGElement>): number =>
  event.clientX - event.currentTarget.getBoundingClientRect().left;
