import { expect, test } from 'vitest';
import { readsFact } from './facts-read.ts';

const leaf = { fact: 'device.trusted', op: 'eq', value: true } as const;
const flowWith = (when: object) =>
  ({
    steps: [{ id: 'c', type: 'condition', config: { branches: [{ id: 'b', when, next: 'c' }] } }],
  }) as never;

test.each([
  [leaf],
  [{ all: [{ fact: 'client.id', op: 'eq', value: 'x' }, leaf] }],
  [{ any: [{ not: leaf }] }],
])('finds the fact in %j', (when) => {
  expect(readsFact(flowWith(when), 'device.trusted')).toBe(true);
  expect(readsFact(flowWith(when), 'device.known')).toBe(false);
});

test('finds none if no step is a condition', () => {
  expect(readsFact({ steps: [] }, 'device.trusted')).toBe(false);
});
