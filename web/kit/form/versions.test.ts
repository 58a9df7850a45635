import { describe, expect, it } from 'vitest';
import { compareVersions } from './versions.ts';

const base = { name: 'Ada', city: 'London', profile: { title: 'Dr', age: 36 }, tags: ['a'] };
const changes = (theirs: object, mine: object) =>
  compareVersions(base, { theirs: { ...base, ...theirs }, mine: { ...base, ...mine } }).map(
    ({ path, changedBy }) => [path, changedBy],
  );

describe('compareVersions', () => {
  it('merges changes of different fields', () => {
    expect(changes({ city: 'Paris' }, { name: 'Ada King' })).toEqual([
      ['name', 'mine'],
      ['city', 'theirs'],
    ]);
  });

  it('finds a conflict where both changed a field to different values', () => {
    expect(changes({ tags: ['b'] }, { tags: ['a', 'c'] })).toEqual([['tags', 'both']]);
  });

  it('finds none where both changed a field to the same value', () => {
    expect(changes({ tags: ['b'] }, { tags: ['b'] })).toEqual([]);
  });

  it('compares the fields of objects one by one', () => {
    expect(
      changes({ profile: { title: 'Prof', age: 36 } }, { profile: { title: 'Dr', age: 37 } }),
    ).toEqual([
      ['profile.title', 'theirs'],
      ['profile.age', 'mine'],
    ]);
  });

  it('treats an object that one of them removed as one field', () => {
    expect(changes({ profile: null }, { profile: { title: 'Dr', age: 37 } })).toEqual([
      ['profile', 'both'],
    ]);
  });
});
