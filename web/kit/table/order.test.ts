import { describe, expect, it } from 'vitest';
import { moved, movedPositions, positionChanges } from './order.ts';

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

  it('saves the moved entry alone where there is room', () => {
    const at = (entry: { at: number }) => entry.at;
    const list = [{ at: 0 }, { at: 30 }, { at: 10 }, { at: 20 }];
    expect(movedPositions(list, 1, at)).toEqual([{ entry: list[1], position: 5 }]);
    expect(movedPositions([{ at: 5 }, { at: 0 }], 1, at)).toMatchObject([{ position: 15 }]);
  });

  it('saves all with new gaps where there is none', () => {
    const list = [{ at: 0 }, { at: 2 }, { at: 1 }];
    expect(movedPositions(list, 1, (entry) => entry.at).map(({ position }) => position)).toEqual([
      10, 20,
    ]);
  });
});
