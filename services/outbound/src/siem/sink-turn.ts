import { deliverBatch } from './sink-delivery.ts';
import { depart } from './sink-departure.ts';
import type { HeldSink } from './sink-lease-store.ts';
import { restSink } from './sink-outcome.ts';
import type { NextStep, SinkTurnInput, SinkTurnOptions } from './sink-turn-context.ts';

async function nextBatch(
  options: SinkTurnOptions,
  held: HeldSink,
  input: SinkTurnInput,
): Promise<NextStep> {
  const departure = await depart(options, held, input.mayGoOn());
  return typeof departure === 'string' ? departure : deliverBatch(options, held, departure, input);
}

/** Works a sink that this pod holds: reads, sends and moves its cursor, batch by batch, until nothing is due. */
export const sinkTurns =
  (options: SinkTurnOptions) =>
  async (held: HeldSink, input: SinkTurnInput): Promise<void> => {
    let next: NextStep = 'again';
    while (next !== 'done' && !input.signal.aborted) {
      next =
        next === 'rest'
          ? await restSink(options, held, input.mayGoOn())
          : await nextBatch(options, held, input);
    }
  };

/** See {@link sinkTurns}. */
export type SinkTurn = ReturnType<typeof sinkTurns>;
