import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { maxGroupMembers } from '../../../provisioning/directories/provisioned.ts';
import { expandGroup, maxNestingDepth } from './ldap-nested-groups.ts';
import type { GroupNode } from './ldap-nested-groups.ts';

const chain = (length: number): Map<string, GroupNode> =>
  new Map(Array.from({ length }, (_, i) => [`g${i}`, { users: [`u${i}`], others: [`g${i + 1}`] }]));

describe('a nested group', () => {
  test('contains the users of every reachable group, each once', () => {
    const name = fc.integer({ min: 0, max: 9 }).map((i) => `g${i}`);
    const user = fc.integer({ min: 0, max: 9 }).map((i) => `u${i}`);
    const node = fc.record({ users: fc.array(user), others: fc.array(name) });
    fc.assert(
      fc.property(fc.dictionary(name, node), name, (nodes, start) => {
        const graph = new Map(Object.entries(nodes));
        const reached = new Set<string>();
        const walk = (one: string): string[] => {
          if (reached.has(one)) return [];
          reached.add(one);
          const { users = [], others = [] } = graph.get(one) ?? {};
          return [...users, ...others.flatMap(walk)];
        };
        const expected = [...new Set(walk(start))].toSorted();
        const expansion = expandGroup(graph, start);
        expect('members' in expansion && [...expansion.members].toSorted()).toEqual(expected);
      }),
    );
  });

  test('may have as many levels as the limit, and no more', () => {
    expect(expandGroup(chain(maxNestingDepth + 1), 'g0')).toHaveProperty('members.length', 21);
    expect(expandGroup(chain(maxNestingDepth + 2), 'g0')).toMatchObject({
      fault: { code: 'group_nesting_too_deep' },
    });
  });

  test('may have as many members as a group, and no more', () => {
    const users = Array.from({ length: maxGroupMembers }, (_, i) => `u${i}`);
    const graph = new Map<string, GroupNode>([
      ['outer', { users: ['u0'], others: ['inner'] }],
      ['large', { users: ['other'], others: ['inner'] }],
      ['inner', { users, others: [] }],
    ]);
    expect(expandGroup(graph, 'outer')).toHaveProperty('members.length', maxGroupMembers);
    expect(expandGroup(graph, 'large')).toMatchObject({ fault: { code: 'limit_exceeded' } });
  });
});
