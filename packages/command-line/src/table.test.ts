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
});
