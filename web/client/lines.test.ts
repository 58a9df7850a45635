import { describe, expect, it } from 'vitest';
import { linesOf, textOfLines } from './lines.ts';

describe('lists as text', () => {
  it('have an entry a line, which can contain commas', () => {
    expect(linesOf(' https://a.example/?x=1,2 \n\nb ')).toEqual(['https://a.example/?x=1,2', 'b']);
  });

  it('have an entry a line, or between commas', () => {
    expect(linesOf(' user.*\n\nclient.created, role.assigned ', /[\n,]/)).toEqual([
      'user.*',
      'client.created',
      'role.assigned',
    ]);
    expect(linesOf(textOfLines(['a', 'b']))).toEqual(['a', 'b']);
  });
});
