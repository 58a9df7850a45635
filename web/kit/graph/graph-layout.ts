import { Graph, layout } from '@dagrejs/dagre';
import type { EdgeLabel, GraphLabel, NodeLabel } from '@dagrejs/dagre';
import type { GraphEdge, GraphNode } from './graph-data.ts';

export interface Point {
  x: number;
  y: number;
}

/** A rectangle, by its upper left corner. */
export interface Box extends Point {
  width: number;
  height: number;
}

export interface PlacedEdge {
  points: readonly Point[];
  /** The center of the label. */
  label: Point | undefined;
}

export interface GraphLayout {
  width: number;
  height: number;
  nodes: ReadonlyMap<string, Box>;
  edges: ReadonlyMap<string, PlacedEdge>;
}

export type LayoutDirection = 'right' | 'down';

/** Returns the width of a line of text in pixels. */
export type TextWidth = (text: string) => number;

const lineHeight = 20;
const minWidth = 72;
const maxTextWidth = 200;
const badgeWidth = 24;
const padding = { x: 14, y: 9 };

/** The size of a node: its text takes a second line if it is wide. */
function sizeOf({ label, hint, badge }: GraphNode, textWidth: TextWidth) {
  const lines = [label, ...(hint ? [hint] : [])].map((text) => Math.ceil(textWidth(text)) + 2);
  const rows = lines.reduce((sum, width) => sum + Math.ceil((width * 1.1) / maxTextWidth), 0);
  const text = Math.min(Math.max(...lines), maxTextWidth);
  return {
    width: Math.max(minWidth, text + (badge ? badgeWidth : 0) + 2 * padding.x),
    height: rows * lineHeight + 2 * padding.y,
  };
}

const labelSize = (label: string | undefined, textWidth: TextWidth) =>
  label ? { width: Math.ceil(textWidth(label)) + 12, height: lineHeight } : {};

/** Whether a graph has more nodes than can be placed as well as possible in a moment, or seen side by side. */
export const isLarge = (nodes: readonly GraphNode[]): boolean => nodes.length > 30;

/** Places nodes in ranks and routes edges around them. Edges to unknown nodes are left out. */
export function layoutGraph(
  { nodes, edges }: { nodes: readonly GraphNode[]; edges: readonly GraphEdge[] },
  { direction, textWidth }: { direction: LayoutDirection; textWidth: TextWidth },
): GraphLayout {
  const graph = new Graph<GraphLabel, NodeLabel, EdgeLabel>({ multigraph: true });
  const rankdir = direction === 'right' ? 'LR' : 'TB';
  graph.setGraph({ rankdir, nodesep: 28, ranksep: 44, edgesep: 20, marginx: 12, marginy: 12 });
  for (const node of nodes) graph.setNode(node.id, sizeOf(node, textWidth));
  const drawn = edges.filter(({ from, to }) => graph.hasNode(from) && graph.hasNode(to));
  for (const { id, from, to, label } of drawn)
    graph.setEdge(from, to, { ...labelSize(label, textWidth), labelpos: 'c' }, id);
  // The search for fewer crossings takes most of the time, and shows little where there are many.
  layout(graph, { disableOptimalOrderHeuristic: isLarge(nodes) });
  const { width = 0, height = 0 } = graph.graph();
  return {
    width,
    height,
    nodes: new Map(nodes.map(({ id }) => [id, boxOf(graph.node(id))])),
    edges: new Map(
      drawn.map(({ id, from, to }) => {
        const edge = placed(graph.edge({ v: from, w: to, name: id }));
        return [id, from === to ? loop(edge, boxOf(graph.node(from)), direction) : edge];
      }),
    ),
  };
}

/** The library places centers. */
const boxOf = ({ x = 0, y = 0, width, height }: NodeLabel): Box => ({
  x: x - width / 2,
  y: y - height / 2,
  width,
  height,
});

const placed = ({ points = [], x, y }: EdgeLabel): PlacedEdge => ({
  points,
  label: x === undefined || y === undefined ? undefined : { x, y },
});

/** An edge of a node to itself: below the node, or to its right. */
function loop({ label }: PlacedEdge, box: Box, direction: LayoutDirection): PlacedEdge {
  const { x, y, width, height } = box;
  const bottom = y + height;
  const end = x + width;
  const points =
    direction === 'right'
      ? [0.3, 0.1, 0.9, 0.7].map((share, index) => ({
          x: x + width * share,
          y: index % 3 === 0 ? bottom : (label?.y ?? bottom + height),
        }))
      : [0.3, 0.1, 0.9, 0.7].map((share, index) => ({
          x: index % 3 === 0 ? end : (label?.x ?? end + height),
          y: y + height * share,
        }));
  return { points, label };
}
