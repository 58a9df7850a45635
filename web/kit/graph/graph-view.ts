import type { Box, GraphLayout } from './graph-layout.ts';

export interface View {
  x: number;
  y: number;
  zoom: number;
}

/** Below this, words cannot be read. */
export const minZoom = 0.3;
export const maxZoom = 2;
const smallestFit = 0.7;

/** Centered if there is room; else the place where the graph begins is, without showing more beside the graph than needed. */
const offset = (room: number, size: number, begin: number): number =>
  size <= room ? (room - size) / 2 : Math.min(0, Math.max(room - size, room / 2 - begin));

/** Shows a graph as a whole if its words stay legible, else around its first node. */
export function fittedView(
  { width, height, nodes }: Pick<GraphLayout, 'width' | 'height' | 'nodes'>,
  room: { width: number; height: number },
): View {
  const fit = Math.min(room.width / Math.max(width, 1), room.height / Math.max(height, 1), 1);
  const zoom = Math.max(fit, smallestFit);
  const [first] = nodes.values();
  const begin = first ?? { x: 0, y: 0, width: 0, height: 0 };
  return {
    zoom,
    x: offset(room.width, width * zoom, (begin.x + begin.width / 2) * zoom),
    y: offset(room.height, height * zoom, (begin.y + begin.height / 2) * zoom),
  };
}

const moveInto = (start: number, size: number, room: number): number => {
  const margin = 12;
  if (start < margin) return margin - start;
  return Math.min(0, room - margin - (start + size));
};

/** Moves a view as little as needed to show a node. */
export const viewWith = (
  view: View,
  { x, y, width, height }: Box,
  room: { width: number; height: number },
): View => ({
  ...view,
  x: view.x + moveInto(x * view.zoom + view.x, width * view.zoom, room.width),
  y: view.y + moveInto(y * view.zoom + view.y, height * view.zoom, room.height),
});
