import fc from 'fast-check';
import { expect, it } from 'vitest';
import { layoutGraph } from './graph-layout.ts';
import type { Box } from './graph-layout.ts';

const textWidth = (text: string) => text.length * 8;
const edge = (from: string, to: string, label?: string) => ({
  id: `${from}>${to}`,
  from,
  to,
  ...(label && { label }),
});
const named = (...ids: string[]) => ids.map((id) => ({ id, label: id }));
const layout = (
  nodes: { id: string; label: string }[],
  edges: ReturnType<typeof edge>[],
  direction: 'right' | 'down' = 'right',
) => layoutGraph({ nodes, edges }, { direction, textWidth });
const at = (nodes: ReadonlyMap<string, Box>, id: string): Box => {
  const box = nodes.get(id);
  if (!box) throw new Error(`${id} is not placed`);
  return box;
};
const overlap = (a: Box, b: Box) =>
  a.x < b.x + b.width && b.x < a.x + a.width && a.y < b.y + b.height && b.y < a.y + a.height;

it('places what follows to the right or below', () => {
  const edges = [edge('a', 'b'), edge('b', 'c')];
  const right = layout(named('a', 'b', 'c'), edges).nodes;
  expect(at(right, 'a').x).toBeLessThan(at(right, 'b').x);
  expect(at(right, 'b').x).toBeLessThan(at(right, 'c').x);
  const down = layout(named('a', 'b', 'c'), edges, 'down').nodes;
  expect(at(down, 'b').y).toBeLessThan(at(down, 'c').y);
});

it('keeps the way on ahead of the way back', () => {
  const { nodes } = layout(named('a', 'b'), [edge('a', 'b'), edge('b', 'a', 'again')]);
  expect(at(nodes, 'a').x).toBeLessThan(at(nodes, 'b').x);
});

it('gives a long label two lines and no more width', () => {
  const { nodes } = layout([{ id: 'a', label: 'a'.repeat(40) }, ...named('b')], []);
  expect(at(nodes, 'a').height).toBeGreaterThan(at(nodes, 'b').height);
  expect(at(nodes, 'a').width).toBeLessThan(240);
});

it('leaves out edges to nodes that do not exist', () => {
  expect([...layout(named('a'), [edge('a', 'b')]).edges.keys()]).toEqual([]);
});

it('draws several edges between two nodes, and an edge of a node to itself', () => {
  const edges = [edge('a', 'b', 'yes'), { ...edge('a', 'b', 'no'), id: 'second' }, edge('a', 'a')];
  const placed = layout(named('a', 'b'), edges).edges;
  expect([...placed.values()].every(({ points }) => points.length > 1)).toBe(true);
  expect(placed.get('a>b')?.label).not.toEqual(placed.get('second')?.label);
});

it('leads from the edge of a node back to it', () => {
  const { nodes, edges } = layout(named('a', 'b'), [edge('a', 'a', 'again'), edge('a', 'b')]);
  const [first, , , last] = edges.get('a>a')?.points ?? [];
  const { y, height } = at(nodes, 'a');
  expect([first?.y, last?.y]).toEqual([y + height, y + height]);
});

it('overlaps no nodes', () => {
  const ids = ['a', 'b', 'c', 'd', 'e', 'f'];
  const anId = fc.constantFrom(...ids);
  fc.assert(
    fc.property(fc.uniqueArray(fc.tuple(anId, anId), { selector: String }), (pairs) => {
      const { nodes } = layout(
        named(...ids),
        pairs.map(([from, to]) => edge(from, to)),
      );
      const boxes = [...nodes.values()];
      for (const [index, box] of boxes.entries())
        for (const other of boxes.slice(index + 1)) expect(overlap(box, other)).toBe(false);
    }),
    { numRuns: 40 },
  );
});
