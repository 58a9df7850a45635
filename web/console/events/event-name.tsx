import { Breakable } from '../../kit/content/breakable.tsx';
import { useEventWords } from './event-words.ts';

/** A type of event in words. One without words is shown by its identifier. */
export function EventName({ type }: { type: string }) {
  const name = useEventWords().nameOf(type);
  return name === type ? <Breakable text={type} /> : name;
}
