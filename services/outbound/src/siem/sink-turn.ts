import type { HeldDestination } from '@platform/kit/delivery';
import { deliverBatch } from './sink-delivery.ts';
import { depart } from './sink-departure.ts';
import { restSink } from './sink-outcome.ts';
import type { NextStep, SinkTurnInput, SinkTurnOptions } from './sink-turn-context.ts';

async function nextBatch(
  options: SinkTurnOptions,
  held: HeldDestination,
  input: SinkTurnInput,
): Promise<NextStep> {
  const departure = await depart(options, held, input.mayGoOn());
  return typeof departure === 'string' ? departure : deliverBatch(options, held, departure, input);
}

/** Works a sink that this pod holds: reads, sends and moves its cursor, batch by batch, until nothing is due. */
export const sinkTurns =
  (options: SinkTurnOptions) =>
  async (held: HeldDestination, input: SinkTurnInput): Promise<'due' | void> => {
    let next: NextStep = 'again';
    try {
      while ((next === 'again' || next === 'rest') && !input.signal.aborted) {
        next =
          next === 'rest'
            ? await restSink(options, held, input.mayGoOn())
            : await nextBatch(options, held, input);
      }
    } finally {
      input.slot.release();
    }
    if (next === 'due') return next;
  };
