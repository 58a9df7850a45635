import type { State } from '../content/states.ts';

/** A node of a graph. */
export interface GraphNode {
  id: string;
  label: string;
  /** A second line, such as its type. */
  hint?: string;
  /** `pill`: where a path begins or ends, or an operator. */
  shape?: 'box' | 'pill';
  tone?: 'plain' | 'quiet' | 'primary' | 'ok' | 'error';
  /** A finding about it, in words; shown by its icon. */
  badge?: { state: State; label: string };
}

/** A directed edge. Two nodes can have several. */
export interface GraphEdge {
  id: string;
  from: string;
  to: string;
  label?: string;
  isDashed?: boolean;
  tone?: 'plain' | 'quiet' | 'error';
}

/** Ids of what is highlighted, such as the path that a simulation took. */
export interface GraphPath {
  nodes: ReadonlySet<string>;
  edges: ReadonlySet<string>;
}

/** `auto`: to the right if there is room for it. */
export type GraphDirection = 'right' | 'down' | 'auto';

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
