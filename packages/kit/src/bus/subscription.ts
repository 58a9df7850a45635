import type { Msg } from '@nats-io/transport-node';
import type { Logger } from '../telemetry/log.ts';
import type { PersistentConnection } from './connection.ts';

async function hearAll(
  messages: AsyncIterable<Msg>,
  hear: (message: Msg) => unknown,
  log: Logger,
): Promise<void> {
  for await (const message of messages) {
    try {
      await hear(message);
    } catch (error) {
      // A message that cannot be processed must not block those after it.
      log.warn({ err: error, subject: message.subject }, 'a message could not be processed');
    }
  }
}

/** Subscribes to a subject of core NATS, whenever connected. */
export function subscribe(
  link: Pick<PersistentConnection, 'whenConnected' | 'track'>,
  log: Logger,
  subject: string,
  hear: (message: Msg) => unknown,
): void {
  link.whenConnected((nc) => link.track(hearAll(nc.subscribe(subject), hear, log)));
}
