import { describe, expect, test } from 'vitest';
import { newId } from '@platform/kit/ids';
import { patchedGroup } from './group-patch.ts';
import { patchOperations } from './patch-request.ts';

const [a, b] = [newId('directoryUser'), newId('directoryUser')];
const patched = (...Operations: object[]) =>
  patchedGroup({ displayName: 'Ops' }, patchOperations({ Operations }));

describe('patchedGroup', () => {
  test.each([
    [
      'add',
      { op: 'add', path: 'members', value: [{ value: a }, { value: b }, { value: a }] },
      [{ kind: 'add', ids: [a, b] }],
    ],
    ['one value', { op: 'Add', path: 'Members', value: { value: a } }, [{ kind: 'add', ids: [a] }]],
    [
      'remove by filter',
      { op: 'remove', path: `members[value eq "${a}"]` },
      [{ kind: 'remove', ids: [a] }],
    ],
    [
      'remove by filters',
      { op: 'remove', path: `members[value eq "${a}" or value eq "${b}"]` },
      [{ kind: 'remove', ids: [a, b] }],
    ],
    [
      'remove with values (Entra)',
      { op: 'Remove', path: 'members', value: [{ value: a }] },
      [{ kind: 'remove', ids: [a] }],
    ],
    ['remove all', { op: 'remove', path: 'members' }, [{ kind: 'replace', ids: [] }]],
    [
      'replace',
      { op: 'replace', path: 'members', value: [{ value: b }] },
      [{ kind: 'replace', ids: [b] }],
    ],
    ['no path', { op: 'add', value: { members: [{ value: a }] } }, [{ kind: 'add', ids: [a] }]],
    ['no members', { op: 'replace', value: { id: 'x', displayName: 'Dev' } }, []],
  ] as [string, object, unknown][])('%s', (_what, operation, steps) =>
    expect(patched(operation).members).toEqual(steps),
  );

  test('also changes attributes', () => {
    const { resource, members } = patched(
      { op: 'replace', value: { displayName: 'Dev', members: [{ value: a }] } },
      { op: 'replace', path: 'externalId', value: 'x' },
    );
    expect([resource, members]).toEqual([
      { displayName: 'Dev', externalId: 'x' },
      [{ kind: 'replace', ids: [a] }],
    ]);
  });

  test.each([
    [
      'another kind of id',
      { op: 'add', path: 'members', value: [{ value: newId('directoryGroup') }] },
    ],
    ['no id', { op: 'add', path: 'members', value: [{ display: 'x' }] }],
    ['a filter by another attribute', { op: 'remove', path: 'members[type eq "User"]' }],
    ['an unknown path', { op: 'replace', path: 'members.nothing', value: 'x' }],
  ])('rejects %s', (_what, operation) =>
    expect(() => patched(operation)).toThrow(expect.objectContaining({ status: 400 })),
  );
});
