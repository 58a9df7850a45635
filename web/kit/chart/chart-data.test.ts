import fc from 'fast-check';
import { expect, it } from 'vitest';
import { spreadLabels, tableRows } from './chart-data.ts';

it('leaves labels where they are if they do not overlap', () => {
  expect(spreadLabels([40, 0, 20], 16)).toEqual([40, 0, 20]);
});

it('moves labels apart, and keeps their order', () => {
  fc.assert(
    fc.property(fc.array(fc.integer({ min: 0, max: 100 })), (at) => {
      const placed = spreadLabels(at, 16);
      const sorted = [...placed].sort((a, b) => a - b);
      for (const [index, y] of sorted.entries())
        if (index > 0) expect(y - (sorted[index - 1] ?? 0)).toBeGreaterThanOrEqual(16);
      for (const [a, y] of at.entries())
        for (const [b, other] of at.entries())
          if (y < other) expect(placed[a]).toBeLessThan(placed[b] ?? 0);
    }),
  );
});

it('keeps labels above the lower edge', () => {
  expect(spreadLabels([90, 100, 100], 16, 100)).toEqual([68, 84, 100]);
});

it('has a row for each point, and an empty cell for each missing value', () => {
  const series = [
    { id: 'a', label: 'A', values: [1, null] },
    { id: 'b', label: 'B', values: [0, 2] },
  ];
  expect(tableRows(['Mon', 'Tue'], series)).toEqual([
    ['Mon', 1, 0],
    ['Tue', '', 2],
  ]);
});
