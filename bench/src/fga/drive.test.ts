import { describe, expect, test } from 'vitest';
import {
  driveTuples,
  groupOf,
  inLists,
  isCyclic,
  partnerOf,
  perTeam,
  teamTuples,
  wide,
  wideTuples,
} from './drive.ts';
import type { DriveTuple } from './drive.ts';

const keyOf = ({ object, relation, subject }: DriveTuple): string =>
  `${object}#${relation}@${subject}`;
const count = (tuples: Iterable<DriveTuple>, is: (tuple: DriveTuple) => boolean): number =>
  [...tuples].filter(is).length;

describe('a drive', () => {
  test('is always the same', () => expect([...driveTuples(4)]).toEqual([...driveTuples(4)]));

  test('contains no duplicate tuples', () => {
    const keys = [...driveTuples(20)].map(keyOf);
    expect(new Set(keys).size).toBe(keys.length);
  });

  test.each([0, 7, 12, 57])('team %i has its number of tuples', (team) => {
    expect([...teamTuples(team)].length).toBe(perTeam.tuples + (isCyclic(team) ? 1 : 0));
  });

  test('has folders six deep', () => {
    const parents = new Map(
      [...teamTuples(3)].filter((t) => t.relation === 'parent').map((t) => [t.object, t.subject]),
    );
    const depths = [...parents.keys()]
      .filter((object) => object.startsWith('document:'))
      .map((object) => {
        let depth = 0;
        for (let at = parents.get(object); at; at = parents.get(at)) depth++;
        return depth;
      });
    expect(Math.max(...depths)).toBe(6);
    expect(depths.filter((depth) => depth === 6).length).toBe(perTeam.deepDocuments);
  });

  test('has groups in groups, a cycle in few teams', () => {
    const inner = (team: number) =>
      new Map(
        [...teamTuples(team)]
          .filter((t) => t.relation === 'member' && t.subject.endsWith('#member'))
          .map((t) => [t.subject.split('#')[0], t.object]),
      );
    expect(inner(3).get(groupOf(3, 'a1'))).toBe(groupOf(3, 'a'));
    expect(inner(3).get(groupOf(3, 'a'))).toBe(groupOf(3, 'all'));
    expect(inner(3).get(groupOf(3, 'all'))).toBeUndefined();
    expect(inner(7).get(groupOf(7, 'all'))).toBe(groupOf(7, 'a1'));
    expect(Array.from({ length: 1_000 }, (_, team) => team).filter(isCyclic).length).toBe(20);
  });

  test('shares something only with its partner', () => {
    const teams = new Set(
      [...teamTuples(12)].flatMap((t) => /^user:t(\d+)u/.exec(t.subject)?.[1] ?? []),
    );
    expect([...teams].toSorted()).toEqual(['12', String(partnerOf(12))]);
  });

  test('has documents that are shared with thousands', () => {
    expect(count(wideTuples(), (t) => t.object === wide.byGroups)).toBe(3_000);
    expect(count(wideTuples(), (t) => t.object === wide.byViewers)).toBe(5_000);
  });
});

test('lists contain everything, in order', () => {
  expect([...inLists([1, 2, 3, 4, 5], 2)]).toEqual([[1, 2], [3, 4], [5]]);
  expect([...inLists([1, 2], 2)]).toEqual([[1, 2]]);
});
