import { once } from 'node:events';
import type { Socket } from 'node:net';
import { connect as connectTls } from 'node:tls';
import { trust } from './trust.ts';

const maxHeadBytes = 16_384;

/**
 * Opens a tunnel (RFC 9110 §9.3.6) through an operator's proxy to a checked address, so that the
 * proxy resolves no name either.
 * @param socket connected to the proxy
 * @throws if the proxy does not respond with 2xx
 */
export const openTunnel = async (
  socket: Socket,
  proxy: URL,
  address: string,
  port: number,
  ca: readonly string[],
  signal: AbortSignal,
): Promise<Socket> => {
  let carrier = socket;
  if (proxy.protocol === 'https:') {
    const secure = connectTls({
      socket,
      host: proxy.hostname,
      servername: proxy.hostname,
      rejectUnauthorized: true,
      ...trust(ca),
    });
    secure.on('error', () => {});
    await once(secure, 'secureConnect', { signal });
    carrier = secure;
  }
  const authority = `${address.includes(':') ? `[${address}]` : address}:${port}`;
  const credentials = `${decodeURIComponent(proxy.username)}:${decodeURIComponent(proxy.password)}`;
  const authorization =
    proxy.username === ''
      ? ''
      : `Proxy-Authorization: Basic ${Buffer.from(credentials).toString('base64')}\r\n`;
  carrier.write(`CONNECT ${authority} HTTP/1.1\r\nHost: ${authority}\r\n${authorization}\r\n`);

  const head = await readHead(carrier, signal);
  if (!/^HTTP\/1\.[01] 2\d\d[ \r]/.test(head))
    throw new Error(`the proxy responded with ${head.split('\r\n')[0]}`);
  return carrier;
};

/** Reads up to the empty line; the bytes after it stay in the socket. */
const readHead = async (socket: Socket, signal: AbortSignal): Promise<string> =>
  new Promise((resolve, reject) => {
    let head = Buffer.alloc(0);
    const stop = (finish: () => void): void => {
      socket.off('readable', read).off('close', onClose);
      signal.removeEventListener('abort', onClose);
      finish();
    };
    const onClose = (): void => stop(() => reject(new Error('the proxy did not respond')));
    const read = (): void => {
      for (let chunk: unknown = socket.read(); chunk instanceof Buffer; chunk = socket.read()) {
        head = Buffer.concat([head, chunk]);
        const end = head.indexOf('\r\n\r\n') + 4;
        if (end >= 4) {
          if (head.length > end) socket.unshift(head.subarray(end));
          return stop(() => resolve(head.subarray(0, end).toString('latin1')));
        }
        if (head.length > maxHeadBytes)
          return stop(() => reject(new Error('the proxy sent too many response headers')));
      }
    };
    socket.on('readable', read).on('close', onClose);
    signal.addEventListener('abort', onClose);
  });
