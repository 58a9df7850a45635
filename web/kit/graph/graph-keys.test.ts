import { expect, it } from 'vitest';
import { nodeByKey } from './graph-keys.ts';
import type { Box } from './graph-layout.ts';

const box = (x: number, y: number): Box => ({ x, y, width: 80, height: 40 });
const nodes = new Map([
  ['start', box(0, 50)],
  ['upper', box(120, 0)],
  ['lower', box(120, 110)],
  ['end', box(240, 0)],
]);

it.each([
  ['start', 'ArrowRight', 'upper'],
  ['upper', 'ArrowDown', 'lower'],
  ['lower', 'ArrowUp', 'upper'],
  ['upper', 'ArrowRight', 'end'],
  ['end', 'ArrowLeft', 'upper'],
  ['upper', 'Home', 'start'],
  ['upper', 'End', 'end'],
  ['end', 'ArrowRight', undefined],
  ['start', 'Enter', undefined],
])('leads from %s with %s to %s', (from, key, to) => {
  expect(nodeByKey(nodes, from, key)).toBe(to);
});
