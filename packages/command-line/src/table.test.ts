import fc from 'fast-check';
import truncatedWidth from 'fast-string-truncated-width';
import { describe, expect, test } from 'vitest';
import { tableLines } from './table.ts';

interface Row {
  id: string;
  name: string | null;
  count: number;
}
const columns = [
  { header: 'ID', value: ({ id }: Row) => id },
  { header: 'NAME', value: ({ name }: Row) => name },
  { header: 'COUNT', value: ({ count }: Row) => count },
];
const rows: Row[] = [
  { id: 'a', name: 'Ada Lovelace', count: 0 },
  { id: 'bcdef', name: null, count: 12 },
];

describe('tableLines', () => {
  test('aligns columns under their headers, with a dash for absent values', () => {
    expect(tableLines(columns, rows)).toEqual({
      lines: ['ID     NAME          COUNT', 'a      Ada Lovelace  0', 'bcdef  -             12'],
      omitted: [],
    });
  });

  test('leaves out whole columns from the first that does not fit', () => {
    const { lines, omitted } = tableLines(columns, rows, 25);
    expect(lines[1]).toBe('a      Ada Lovelace');
    expect(omitted).toEqual(['COUNT']);
    expect(tableLines(columns, rows, 26).omitted).toEqual([]);
  });

  test('cuts text that is longer than its column', () => {
    const narrow = [columns[0]!, { ...columns[1]!, max: 5 }];
    expect(tableLines(narrow, rows).lines[1]).toBe('a      Ada …');
  });

  test('shows the first column however narrow it is', () => {
    expect(tableLines(columns, rows, 1)).toEqual({
      lines: ['ID', 'a', 'bcdef'],
      omitted: ['NAME', 'COUNT'],
    });
  });

  test('aligns wide characters, which take two columns of a terminal', () => {
    const wide = [{ id: '李', name: 'x', count: 1 }, ...rows];
    expect(tableLines(columns, wide).lines.slice(1, 3)).toEqual([
      '李     x             1',
      'a      Ada Lovelace  0',
    ]);
  });

  test('never exceeds the width, but for the first column', () => {
    const text = fc.string({ unit: 'grapheme' });
    const row = fc.record({ id: text, name: fc.option(text), count: fc.nat() });
    fc.assert(
      fc.property(fc.array(row), fc.integer({ min: 1, max: 120 }), (all, available) => {
        const { lines } = tableLines(columns, all, available);
        const first = Math.max(2, ...all.map(({ id }) => truncatedWidth(id).width));
        for (const line of lines)
          expect(truncatedWidth(line).width).toBeLessThanOrEqual(Math.max(available, first));
      }),
    );
  });
});
