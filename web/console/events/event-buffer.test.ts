import { describe, expect, it } from 'vitest';
import type { Event } from '@platform/sdk';
import { mostEvents, withNewer } from './event-buffer.ts';

const event = (id: number) => ({ id: String(id) }) as Event;
const idsOf = (events: readonly Event[]) => events.map(({ id }) => id);

describe('the events of a page', () => {
  it('are the newest first, each once', () => {
    const shown = withNewer([], [event(1), event(2)]);
    expect(idsOf(withNewer(shown, [event(2), event(3)]))).toEqual(['3', '2', '1']);
  });

  it('lose the oldest when there are too many', () => {
    const many = Array.from({ length: mostEvents }, (_, index) => event(index));
    const shown = withNewer(withNewer([], many), [event(mostEvents)]);
    expect(shown).toHaveLength(mostEvents);
    expect(shown.at(-1)!.id).toBe('1');
  });
});
