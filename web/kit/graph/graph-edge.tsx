import type { Edge, EdgeProps } from '@xyflow/react';
import { curveBasis, line } from 'd3-shape';
import { classNames } from '../class-names.ts';
import type { EdgeData } from './graph-elements.ts';
import type { Point } from './graph-layout.ts';
import styles from './graph.module.css';

const pathOf = line<Point>()
  .x(({ x }) => x)
  .y(({ y }) => y)
  .curve(curveBasis);

const heads = ['plain', 'quiet', 'error', 'lit'] as const;

/** Arrow heads, which edges refer to by their ids. */
export const graphMarkers = (prefix: string) => (
  <svg width={0} height={0} className={styles['markers']} aria-hidden>
    <defs>
      {heads.map((head) => (
        <marker
          key={head}
          id={`${prefix}-${head}`}
          className={classNames(styles['head'], styles[`edge-${head}`])}
          viewBox="0 0 8 8"
          refX={7.5}
          refY={4}
          markerWidth={8}
          markerHeight={8}
          markerUnits="userSpaceOnUse"
          orient="auto-start-reverse"
        >
          <path d="M0 0 L8 4 L0 8 Z" />
        </marker>
      ))}
    </defs>
  </svg>
);

/** An edge along the points of the layout, with its label. */
export function GraphEdgeView({ data }: EdgeProps<Edge<EdgeData>>) {
  if (!data) return null;
  const { edge, placed, isLit, markers } = data;
  const head = isLit ? 'lit' : (edge.tone ?? 'plain');
  return (
    <g className={classNames(styles['edge'], styles[`edge-${head}`])}>
      <path
        d={pathOf([...placed.points]) ?? ''}
        strokeDasharray={edge.isDashed ? '5 4' : undefined}
        markerEnd={`url(#${CSS.escape(`${markers}-${head}`)})`}
      />
      {edge.label && placed.label && (
        <text x={placed.label.x} y={placed.label.y} dy="0.35em" textAnchor="middle">
          {edge.label}
        </text>
      )}
    </g>
  );
}
