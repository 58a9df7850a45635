import { Position } from '@xyflow/react';
import type { Edge, Node, NodeHandle } from '@xyflow/react';
import type { GraphEdge, GraphNode, GraphPath } from './graph-data.ts';
import type { GraphLayout, PlacedEdge } from './graph-layout.ts';

export interface NodeData extends Record<string, unknown> {
  node: GraphNode;
  isLit: boolean;
  isSelected: boolean;
  /** Whether the tab key reaches it: one node of a graph. */
  isTabStop: boolean;
  /** Where its edges lead, in words. */
  description: string;
  onSelect?: ((id: string) => void) | undefined;
  onFocus: (id: string) => void;
  /** Returns whether the key was used. */
  onKey: (id: string, key: string) => boolean;
}

export interface EdgeData extends Record<string, unknown> {
  edge: GraphEdge;
  placed: PlacedEdge;
  isLit: boolean;
  /** The prefix of the ids of arrow heads. */
  markers: string;
}

interface Drawing {
  nodes: readonly GraphNode[];
  edges: readonly GraphEdge[];
  layout: GraphLayout;
  path: GraphPath | undefined;
  markers: string;
}

interface Behavior extends Pick<NodeData, 'onSelect' | 'onFocus' | 'onKey'> {
  selected: string | null;
  tabStop: string | null;
  describe: (target: string, edge: string | undefined) => string;
}

// The library describes nodes and edges in English; the words are in the nodes.
const silent = { 'aria-roledescription': undefined };

/** Without them, the library shows edges only once it has measured the nodes. The layout decides where edges end. */
const handlesOf = (height: number): NodeHandle[] => [
  { type: 'target', position: Position.Left, x: 0, y: height / 2 },
  { type: 'source', position: Position.Right, x: 0, y: height / 2 },
];

function nodeElement(
  node: GraphNode,
  { edges, nodes, layout, path }: Drawing,
  behavior: Behavior,
): Node<NodeData>[] {
  const box = layout.nodes.get(node.id);
  if (!box) return [];
  const { x, y, width, height } = box;
  const { selected, tabStop, describe, ...handlers } = behavior;
  const labelOf = (id: string) => nodes.find((one) => one.id === id)?.label ?? id;
  const data: NodeData = {
    ...handlers,
    node,
    isLit: path?.nodes.has(node.id) ?? false,
    isSelected: selected === node.id,
    isTabStop: tabStop === node.id,
    description: edges
      .filter(({ from }) => from === node.id)
      .map(({ to, label }) => describe(labelOf(to), label))
      .join(', '),
  };
  return [
    {
      id: node.id,
      type: 'node',
      position: { x, y },
      width,
      height,
      measured: { width, height },
      handles: handlesOf(height),
      data,
      domAttributes: silent,
    },
  ];
}

/** The nodes and edges of a graph as the library draws them. */
export function graphElements(drawing: Drawing, behavior: Behavior) {
  const { nodes, edges, layout, path, markers } = drawing;
  return {
    nodes: nodes.flatMap((node) => nodeElement(node, drawing, behavior)),
    edges: edges.flatMap((edge): Edge<EdgeData>[] => {
      const placed = layout.edges.get(edge.id);
      if (!placed) return [];
      const isLit = path?.edges.has(edge.id) ?? false;
      return [
        {
          id: edge.id,
          type: 'edge',
          source: edge.from,
          target: edge.to,
          zIndex: isLit ? 1 : 0,
          data: { edge, placed, isLit, markers },
          ariaLabel: '',
          domAttributes: { ...silent, 'aria-hidden': true },
        },
      ];
    }),
  };
}
