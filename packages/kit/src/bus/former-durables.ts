import type { JetStreamManager } from 'nats';
import type { Place } from './message.ts';
import type { EventStream } from './topology.ts';

const notFound = (error: { code?: string }): undefined => {
  if (error.code === '404') return undefined;
  throw error;
};

/**
 * Where the durable consumers of earlier versions had arrived: the lowest message that all of them had acknowledged everything
 * up to; undefined when there is none.
 */
export async function placeOfDurables(
  manager: JetStreamManager,
  stream: EventStream,
  names: readonly string[],
): Promise<Place | undefined> {
  const found = await Promise.all(
    names.map((name) => manager.consumers.info(stream, name).catch(notFound)),
  );
  const floors = found.flatMap((info) => (info ? [info.ack_floor.stream_seq] : []));
  return floors.length === 0 ? undefined : { seq: Math.min(...floors) };
}

/** Removes durable consumers of earlier versions, which nobody pulls from any more. */
export async function deleteDurables(
  manager: JetStreamManager,
  stream: EventStream,
  names: readonly string[],
): Promise<void> {
  for (const name of names) await manager.consumers.delete(stream, name).catch(notFound);
}
