import type { Msg } from '@nats-io/transport-node';
import type { Logger } from '../telemetry/log.ts';
import type { KeptConnection } from './connection.ts';

async function hearAll(
  messages: AsyncIterable<Msg>,
  hear: (message: Msg) => unknown,
  log: Logger,
): Promise<void> {
  for await (const message of messages) {
    try {
      await hear(message);
    } catch (error) {
      // One that cannot be understood must not keep those behind it away.
      log.warn({ err: error, subject: message.subject }, 'a message could not be processed');
    }
  }
}

/** Hears what comes on a subject of core NATS from now on, whenever the bus is there. */
export function subscribe(
  link: Pick<KeptConnection, 'whenConnected' | 'track'>,
  log: Logger,
  subject: string,
  hear: (message: Msg) => unknown,
): void {
  link.whenConnected((nc) => link.track(hearAll(nc.subscribe(subject), hear, log)));
}
