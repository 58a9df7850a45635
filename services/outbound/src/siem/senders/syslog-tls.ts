import { once } from 'node:events';
import type { Socket } from 'node:net';
import { setTimeout as wait } from 'node:timers/promises';
import { SinkFault } from './sink-fault.ts';
import type { Send, SenderOptions } from './sender.ts';
import { framed, syslogMessage } from './syslog-message.ts';

const settleMs = 1_000;
const limitMs = 30_000;

/** Writes the batch, and resolves when the peer has taken it off the socket. */
async function written(socket: Socket, content: Buffer, signal: AbortSignal): Promise<void> {
  await new Promise<void>((resolve, reject) => {
    const abort = (): void => reject(signal.reason as Error);
    signal.addEventListener('abort', abort, { once: true });
    socket.once('close', () => reject(new SinkFault('connection_reset')));
    socket.write(content, (error) =>
      error ? reject(new SinkFault('connection_reset', { cause: error })) : resolve(),
    );
  });
}

/**
 * Syslog over TLS (RFC 5425). The protocol confirms nothing: a batch counts as taken when the connection is still up one
 * second after it was written. A receiver that breaks off before gets the batch again.
 */
export const syslogTls =
  ({ egress, enterpriseId, hostname }: SenderOptions): Send<'syslog_tls'> =>
  async ({ config, tls = {} }, { entries }, signal) => {
    const { host, port } = config;
    const limit = AbortSignal.any([signal, AbortSignal.timeout(limitMs)]);
    const { ca, cert, key } = tls;
    const socket = await egress.connect({
      hostname: host,
      port,
      ...(ca === undefined ? {} : { ca }),
      client: cert === undefined || key === undefined ? undefined : { cert, key },
      signal: limit,
    });
    // Failures show as `close`; data that a receiver sends means nothing.
    socket.on('error', () => undefined);
    socket.resume();
    try {
      const source = { ...config, hostname: config.hostname ?? hostname, enterpriseId };
      const frames = entries.map((entry) => framed(syslogMessage(source, entry)));
      const closed = once(socket, 'close', { signal: limit }).then(() => true);
      closed.catch(() => undefined);
      await written(socket, Buffer.concat(frames), limit);
      const isLost = await Promise.race([closed, wait(settleMs, false, { signal: limit })]);
      if (isLost) throw new SinkFault('connection_reset');
      socket.end();
      return undefined;
    } catch (error) {
      socket.destroy();
      if (limit.aborted && !signal.aborted) throw new SinkFault('timeout', { cause: error });
      throw error;
    }
  };
