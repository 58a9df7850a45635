import { once } from 'node:events';
import type { Socket } from 'node:net';
import { setTimeout as wait } from 'node:timers/promises';
import { idleSockets } from './idle-sockets.ts';
import { SinkFault } from './sink-fault.ts';
import type { OpenedSink, Send, SenderOptions } from './sender.ts';
import { octetCounted, syslogMessage } from './syslog-message.ts';

type Syslog = OpenedSink<'syslog_tls'>;

const quietMs = 1_000;
const limitMs = 30_000;

/** Writes the batch; false if the connection broke before, or within the following second. */
async function staysUp(socket: Socket, content: Buffer, signal: AbortSignal): Promise<boolean> {
  if (socket.destroyed) return false;
  const over = new AbortController();
  const until = AbortSignal.any([signal, over.signal]);
  const broken = once(socket, 'close', { signal: until }).then(
    () => false,
    (error: unknown) => {
      if (until.aborted) throw error;
      return false;
    },
  );
  const staysQuiet = async (): Promise<boolean> => {
    await new Promise<void>((resolve) => {
      socket.write(content, (error) => {
        if (!error) resolve();
      });
    });
    return wait(quietMs, true, { signal: until });
  };
  try {
    return await Promise.race([broken, staysQuiet()]);
  } finally {
    over.abort();
  }
}

/**
 * Syslog over TLS (RFC 5425). The protocol has no acknowledgment: a batch counts as delivered if
 * the connection is still up one second after the write. Otherwise it is resent. Consecutive
 * batches share a connection; if it breaks between two of them, the first is resent too, because it
 * may not have been read.
 */
export function syslogTls({ egress, enterpriseId, hostname }: SenderOptions): {
  send: Send<'syslog_tls'>;
  close: () => void;
} {
  const idle = idleSockets();

  async function open({ config, tls = {} }: Syslog, signal: AbortSignal): Promise<Socket> {
    const { ca, cert, key } = tls;
    const socket = await egress.connect({
      hostname: config.host,
      port: config.port,
      ...(ca === undefined ? {} : { ca }),
      client: cert === undefined || key === undefined ? undefined : { cert, key },
      signal,
    });
    // Failures surface as `close`; data from a receiver has no meaning.
    socket.on('error', () => undefined);
    socket.resume();
    return socket;
  }

  return {
    close: idle.close,
    async send(sink, { entries }, signal) {
      const limit = AbortSignal.any([signal, AbortSignal.timeout(limitMs)]);
      const { config, tenantId, id, version } = sink;
      const source = { ...config, hostname: config.hostname ?? hostname, enterpriseId };
      const content = Buffer.concat(
        entries.map((entry) => octetCounted(syslogMessage(source, entry))),
      );
      const key = `${tenantId} ${id} ${version}`;
      const isTakenOn = async (socket: Socket, written: Buffer): Promise<boolean> => {
        try {
          const isUp = await staysUp(socket, written, limit);
          if (isUp) idle.put(key, { socket, last: content });
          return isUp;
        } catch (error) {
          socket.destroy();
          throw error;
        }
      };
      const kept = idle.take(key);
      const again = kept ? Buffer.concat([kept.last, content]) : content;
      try {
        if (kept?.socket.writable && (await isTakenOn(kept.socket, content))) return undefined;
        // A receiver may close an idle connection at any time: the batch has not failed.
        if (await isTakenOn(await open(sink, limit), again)) return undefined;
        throw new SinkFault('connection_reset');
      } catch (error) {
        if (limit.aborted && !signal.aborted) throw new SinkFault('timeout', { cause: error });
        throw error;
      }
    },
  };
}
