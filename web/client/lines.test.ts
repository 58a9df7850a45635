import { describe, expect, it } from 'vitest';
import { linesOf, textOfLines } from './lines.ts';

describe('lists as text', () => {
  it('have an entry a line, or between commas', () => {
    expect(linesOf(' user.*\n\nclient.created, role.assigned ')).toEqual([
      'user.*',
      'client.created',
      'role.assigned',
    ]);
    expect(linesOf(textOfLines(['a', 'b']))).toEqual(['a', 'b']);
  });
});
