import type { SearchHit } from '@platform/contracts';
import { describe, expect, it } from 'vitest';
import { ranked } from './search-ranking.ts';

const hit = (type: SearchHit['type'], id: string): SearchHit => ({
  type,
  id,
  name: id,
  detail: null,
  organizationId: null,
});

describe('ranked', () => {
  it('takes turns between types, in the order of types', () => {
    const hits = [
      hit('application', 'a1'),
      hit('user', 'u1'),
      hit('user', 'u2'),
      hit('role', 'r1'),
    ];
    expect(ranked(hits, 'x').map(({ id }) => id)).toEqual(['u1', 'a1', 'r1', 'u2']);
  });

  it('puts the resource with this id first', () => {
    const hits = [hit('user', 'u1'), hit('user', 'u2'), hit('role', 'r1')];
    expect(ranked(hits, 'r1').map(({ id }) => id)).toEqual(['r1', 'u1', 'u2']);
  });
});
