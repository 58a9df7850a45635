import type { JetStreamClient } from 'nats';
import type { Progress } from './held-partitions.ts';
import type { EventStream } from './topology.ts';

const notFound = (error: { code?: string }): undefined => {
  if (error.code === '404') return undefined;
  throw error;
};

/**
 * Goes on where the durable consumers of an earlier version had arrived, and deletes them: after the last message up to which all of
 * them had acknowledged everything, or from the start of the stream when there are none.
 */
export async function leaveDurables(
  js: JetStreamClient,
  { stream, names }: { stream: EventStream; names: readonly string[] },
  progress: Progress,
): Promise<void> {
  const { consumers } = await js.jetstreamManager();
  const found = await Promise.all(
    names.map((name) => consumers.info(stream, name).catch(notFound)),
  );
  const present = found.filter((info) => info !== undefined);
  const floors = present.map((info) => info.ack_floor.stream_seq);
  progress.advance({ seq: floors.length === 0 ? 0 : Math.min(...floors) });
  await progress.save();
  for (const { name } of present) await consumers.delete(stream, name).catch(notFound);
}
