import type { Box } from './graph-layout.ts';

const ways: Readonly<Record<string, { x: number; y: number }>> = {
  ArrowRight: { x: 1, y: 0 },
  ArrowLeft: { x: -1, y: 0 },
  ArrowDown: { x: 0, y: 1 },
  ArrowUp: { x: 0, y: -1 },
};

const centerOf = ({ x, y, width, height }: Box) => ({ x: x + width / 2, y: y + height / 2 });

/** Distance in a direction, where what is aside counts twice; undefined if it is not in that direction. */
function distance(from: Box, to: Box, way: { x: number; y: number }): number | undefined {
  const [a, b] = [centerOf(from), centerOf(to)];
  const ahead = (b.x - a.x) * way.x + (b.y - a.y) * way.y;
  const aside = Math.abs((b.x - a.x) * way.y + (b.y - a.y) * way.x);
  return ahead > 1 ? ahead + 2 * aside : undefined;
}

/** The node that a key leads to: the nearest in the direction of an arrow, the first or the last. */
export function nodeByKey(
  nodes: ReadonlyMap<string, Box>,
  from: string,
  key: string,
): string | undefined {
  if (key === 'Home') return [...nodes.keys()][0];
  if (key === 'End') return [...nodes.keys()].at(-1);
  const start = nodes.get(from);
  const way = ways[key];
  if (!start || !way) return undefined;
  const found = [...nodes]
    .filter(([id]) => id !== from)
    .flatMap(([id, box]) => {
      const length = distance(start, box, way);
      return length === undefined ? [] : [{ id, length }];
    });
  return found.sort((a, b) => a.length - b.length)[0]?.id;
}
