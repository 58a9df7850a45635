import { lazy, Suspense } from 'react';
import { Skeleton } from '../content/skeleton.tsx';
import type { GraphDirection, GraphEdge, GraphNode, GraphPath } from './graph-data.ts';

export interface GraphProps {
  /** Names the graph: "Steps of the login flow". */
  label: string;
  /** In the order of reading: those that begin are first. */
  nodes: readonly GraphNode[];
  edges: readonly GraphEdge[];
  selected?: string | null;
  onSelect?: (id: string) => void;
  path?: GraphPath;
  direction?: GraphDirection;
}

const GraphCanvas = lazy(async () => ({
  default: (await import('./graph-canvas.tsx')).GraphCanvas,
}));

/**
 * A directed graph, laid out in ranks. Nodes are selected by mouse or keyboard: arrows go from node to node. Beside it there must be the
 * same as text, for phones and screen readers. The code is loaded when it is first shown.
 */
export const Graph = (props: GraphProps) => (
  <Suspense fallback={<Skeleton lines={6} />}>
    <GraphCanvas {...props} />
  </Suspense>
);
