import { useEffect, useEffectEvent, useId, useMemo, useState } from 'react';
import { ReactFlow } from '@xyflow/react';
import '@xyflow/react/dist/base.css';
import { useWidth } from '../chart/chart-frame.tsx';
import { useSay } from '../words/words-context.ts';
import { GraphControls } from './graph-controls.tsx';
import { graphElements } from './graph-elements.ts';
import { GraphEdgeView, graphMarkers } from './graph-edge.tsx';
import { nodeByKey } from './graph-keys.ts';
import { isLarge, layoutGraph } from './graph-layout.ts';
import type { GraphLayout, TextWidth } from './graph-layout.ts';
import type { GraphDirection, GraphProps } from './graph-data.ts';
import { GraphNodeView } from './graph-node.tsx';
import { fittedView, isLegible, maxZoom, minZoom, viewWith } from './graph-view.ts';
import type { View } from './graph-view.ts';
import { textWidthOf } from './text-width.ts';
import styles from './graph.module.css';

const nodeTypes = { node: GraphNodeView };
const edgeTypes = { edge: GraphEdgeView };
const maxHeight = 560;

/** A graph is as high as it needs to be, within limits. */
const heightOf = ({ height }: GraphLayout): number =>
  Math.min(Math.max(Math.ceil(height), 160), maxHeight);

/** Lays a graph out in the direction that was asked for, or that leaves its words legible. */
function layoutIn(
  width: number,
  graph: Parameters<typeof layoutGraph>[0],
  { direction, textWidth }: { direction: GraphDirection; textWidth: TextWidth },
): GraphLayout {
  if (direction !== 'auto') return layoutGraph(graph, { direction, textWidth });
  if (isLarge(graph.nodes)) return layoutGraph(graph, { direction: 'down', textWidth });
  const right = layoutGraph(graph, { direction: 'right', textWidth });
  return isLegible(right, width) ? right : layoutGraph(graph, { direction: 'down', textWidth });
}

/** See {@link Graph}. */
export function GraphCanvas({
  label,
  nodes,
  edges,
  selected = null,
  onSelect,
  path,
  direction = 'right',
}: GraphProps) {
  const say = useSay('kit');
  const markers = useId();
  const [frame, width] = useWidth();
  const textWidth = useMemo(() => textWidthOf(document.body), []);
  const layout = useMemo(
    () => layoutIn(width, { nodes, edges }, { direction, textWidth }),
    [nodes, edges, direction, textWidth, width],
  );
  const room = { width, height: heightOf(layout) };
  const [view, setView] = useState<View | null>(null);
  const shown = view ?? fittedView(layout, room);
  const [focused, setFocused] = useState<string | null>(null);
  const begin =
    focused !== null && layout.nodes.has(focused) ? focused : (selected ?? nodes[0]?.id);

  const show = (id: string) => {
    const box = layout.nodes.get(id);
    if (!box || width === 0) return;
    const moved = viewWith(shown, box, room);
    if (moved.x !== shown.x || moved.y !== shown.y) setView(moved);
  };
  // What is selected elsewhere, such as in an outline, comes into sight.
  const showSelected = useEffectEvent(show);
  useEffect(() => {
    if (selected !== null) showSelected(selected);
  }, [selected, layout, width]);

  const goTo = (id: string) => {
    show(id);
    frame.current?.querySelector<HTMLElement>(`[data-graph-node="${CSS.escape(id)}"]`)?.focus();
  };
  const elements = graphElements(
    { nodes, edges, layout, path, markers },
    {
      selected,
      tabStop: begin ?? null,
      describe: (target, edge) =>
        edge ? say('graph.edge', { edge, target }) : say('graph.edgeUnnamed', { target }),
      onSelect,
      onFocus: (id) => {
        setFocused(id);
        show(id);
      },
      onKey: (id, key) => {
        const to = nodeByKey(layout.nodes, id, key);
        if (to !== undefined) goTo(to);
        return to !== undefined;
      },
    },
  );
  return (
    <div ref={frame} className={styles['graph']} style={{ blockSize: room.height }}>
      {graphMarkers(markers)}
      {width > 0 && (
        <ReactFlow
          aria-label={label}
          nodes={elements.nodes}
          edges={elements.edges}
          nodeTypes={nodeTypes}
          edgeTypes={edgeTypes}
          viewport={shown}
          onViewportChange={setView}
          minZoom={minZoom}
          maxZoom={maxZoom}
          nodesDraggable={false}
          nodesConnectable={false}
          nodesFocusable={false}
          edgesFocusable={false}
          elementsSelectable={false}
          disableKeyboardA11y
          deleteKeyCode={null}
          selectionKeyCode={null}
          multiSelectionKeyCode={null}
          panActivationKeyCode={null}
          // The wheel scrolls the page; with the control key, it zooms.
          zoomOnScroll={false}
          preventScrolling={false}
          zoomOnDoubleClick={false}
          proOptions={{ hideAttribution: true }}
        />
      )}
      <GraphControls
        onZoom={(factor) => setView(zoomed(shown, factor, room))}
        onFit={() => setView(fittedView(layout, room))}
      />
    </div>
  );
}

/** Zooms around the center. */
function zoomed(view: View, factor: number, room: { width: number; height: number }): View {
  const zoom = Math.min(Math.max(view.zoom * factor, minZoom), maxZoom);
  const scale = zoom / view.zoom;
  return {
    zoom,
    x: room.width / 2 - (room.width / 2 - view.x) * scale,
    y: room.height / 2 - (room.height / 2 - view.y) * scale,
  };
}
