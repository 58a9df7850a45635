import { expect, it } from 'vitest';
import { fittedView, viewWith } from './graph-view.ts';

const room = { width: 800, height: 400 };
const graph = (width: number, height: number, begin = { x: 0, y: 0 }) => ({
  width,
  height,
  nodes: new Map([['first', { ...begin, width: 100, height: 40 }]]),
});

it('centers a small graph at its size', () => {
  expect(fittedView(graph(400, 200), room)).toEqual({ zoom: 1, x: 200, y: 100 });
});

it('shrinks a graph as long as it can be read', () => {
  expect(fittedView(graph(1_000, 100), room)).toEqual({ zoom: 0.8, x: 0, y: 160 });
});

it('shows the first node of a graph that is too large', () => {
  const { zoom, x, y } = fittedView(graph(4_000, 2_000, { x: 0, y: 980 }), room);
  expect({ zoom, x }).toEqual({ zoom: 0.7, x: 0 });
  expect(1_000 * zoom + y).toBeCloseTo(200);
});

it('moves as little as needed to show a node', () => {
  const view = { zoom: 1, x: 0, y: 0 };
  const node = { x: 900, y: 100, width: 100, height: 40 };
  expect(viewWith(view, node, room)).toEqual({ zoom: 1, x: -212, y: 0 });
  expect(viewWith({ ...view, x: -950 }, node, room)).toMatchObject({ x: -888 });
  expect(viewWith({ ...view, x: -300 }, node, room)).toEqual({ ...view, x: -300 });
});
