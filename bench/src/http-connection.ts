import { connect } from 'node:net';
import type { Socket } from 'node:net';

/** One kept-alive connection that carries one request at a time. */
export interface Connection {
  /** Writes a request; `done` receives the status, or 0 if the connection broke (it is reopened for the next request). */
  send(request: Buffer, done: (status: number) => void): void;
  close(): void;
}

const headEnd = Buffer.from('\r\n\r\n');
const lastChunk = Buffer.from('0\r\n\r\n');

/** Status of a complete answer; undefined while some of it is to come. No more is parsed than that needs. */
function statusOf(bytes: Buffer): number | undefined {
  const end = bytes.indexOf(headEnd);
  if (end < 0) return undefined;
  const head = bytes.toString('latin1', 0, end);
  const status = Number(head.slice(9, 12));
  const length = /\r\ncontent-length: *(\d+)/i.exec(head)?.[1];
  const isComplete =
    length === undefined
      ? status === 204 || status === 304 || bytes.subarray(-lastChunk.length).equals(lastChunk)
      : bytes.length >= end + headEnd.length + Number(length);
  return isComplete ? status : undefined;
}

/** A connection to a loopback port: a client of the standard library would cost more than the measured servers. */
export function httpConnection(port: number): Connection {
  let socket: Socket | undefined;
  let got: Buffer | undefined;
  let waiting: ((status: number) => void) | undefined;

  function finish(status: number): void {
    const done = waiting;
    waiting = undefined;
    got = undefined;
    done?.(status);
  }

  function open(): Socket {
    const opened = connect({ port, host: '127.0.0.1', noDelay: true });
    opened.on('data', (chunk) => {
      got = got === undefined ? chunk : Buffer.concat([got, chunk]);
      const status = statusOf(got);
      if (status !== undefined) finish(status);
    });
    opened.on('error', () => undefined);
    opened.once('close', () => {
      if (socket === opened) socket = undefined;
      finish(0);
    });
    return opened;
  }

  return {
    send(request, done) {
      waiting = done;
      (socket ??= open()).write(request);
    },
    close: () => socket?.destroy(),
  };
}

/** The bytes of a request. */
export function requestBytes({
  method = 'GET',
  path,
  headers = {},
  body = '',
}: {
  method?: string;
  path: string;
  headers?: Record<string, string>;
  body?: string;
}): Buffer {
  const fields = {
    host: 'localhost',
    ...(body ? { 'content-length': String(Buffer.byteLength(body)) } : {}),
    ...headers,
  };
  return Buffer.from(
    `${method} ${path} HTTP/1.1\r\n${Object.entries(fields)
      .map(([name, value]) => `${name}: ${value}\r\n`)
      .join('')}\r\n${body}`,
  );
}
