import { describe, expect, it } from 'vitest';
import { moved, positionChanges } from './order.ts';

describe('a list in an order of its own', () => {
  it('has an entry moved up or down', () => {
    expect(moved(['a', 'b', 'c'], 2, 0)).toEqual(['c', 'a', 'b']);
    expect(moved(['a', 'b', 'c'], 0, 2)).toEqual(['b', 'c', 'a']);
    expect(moved(['a'], 3, 0)).toEqual(['a']);
  });

  it('changes only positions that differ', () => {
    const list = [
      { id: 'b', at: 1 },
      { id: 'a', at: 0 },
      { id: 'c', at: 2 },
    ];
    expect(positionChanges(list, ({ at }) => at)).toEqual([
      { entry: list[0], position: 0 },
      { entry: list[1], position: 1 },
    ]);
  });
});
