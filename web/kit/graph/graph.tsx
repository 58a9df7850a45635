import { Suspense } from 'react';
import { Skeleton } from '../content/skeleton.tsx';
import type { GraphProps } from './graph-data.ts';
import { lazyPart } from '../lazy-part.tsx';

const GraphCanvas = lazyPart(async () => (await import('./graph-canvas.tsx')).GraphCanvas);

/**
 * A directed graph, laid out in ranks. Nodes are selected by mouse or keyboard: arrows go from node to node. Beside it there must be the
 * same as text, for phones and screen readers. The code is loaded when it is first shown.
 */
export const Graph = (props: GraphProps) => (
  <Suspense fallback={<Skeleton lines={6} />}>
    <GraphCanvas {...props} />
  </Suspense>
);
