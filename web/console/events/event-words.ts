import type { EventTypeName } from '@platform/contracts';
import { useSay } from '../../kit/words/words-context.ts';
import type { Say } from '../../kit/words/words-context.ts';

interface Actor {
  type: 'user' | 'client' | 'service' | 'setup' | 'system';
  id: string;
}

/** Every type of the catalogue has words: without them, this does not compile. Later ones are shown by their name. */
const nameIn = (say: Say<EventTypeName>, type: string): string =>
  say.has(type) ? say(type) : type;

/** Writes events in words. `ownId`: the user who reads them. */
export function useEventWords(ownId?: string) {
  const say = useSay('events');
  const sayType = useSay('event-types');
  return {
    nameOf: (type: string): string => nameIn(sayType, type),
    actorOf: ({ type, id }: Actor): string => say(id === ownId ? 'actor.you' : `actor.${type}`),
  };
}
