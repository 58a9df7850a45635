import { Worker } from 'node:worker_threads';
import { newHistogram } from './histogram.ts';
import type { Histogram } from './histogram.ts';
import { httpConnection } from './http-connection.ts';

export { requestBytes } from './http-connection.ts';

/** The requests and their target. Loopback only. */
export interface Load {
  port: number;
  /** The bytes of the nth request; see `requestBytes`. */
  request: (n: number) => Buffer;
  connections: number;
  seconds: number;
  /** Ends a closed loop after this many requests, if its time is not over before. */
  maxRequests?: number;
  /** Which statuses are right; 2xx by default. */
  isRight?: (status: number) => boolean;
}

/** The result of a load. */
export interface LoadResult {
  requests: number;
  errors: number;
  seconds: number;
  perSecond: number;
  latency: Histogram;
}

const isSuccess = (status: number): boolean => status >= 200 && status < 300;
const drainMillis = 5_000;
const now = (): number => performance.now();

function tally(isRight: (status: number) => boolean) {
  const latency = newHistogram();
  const startedAt = now();
  let errors = 0;
  return {
    add(status: number, since: number): void {
      if (isRight(status)) latency.add((now() - since) * 1000);
      else errors++;
    },
    result(): LoadResult {
      const seconds = (now() - startedAt) / 1000;
      return {
        requests: latency.count,
        errors,
        seconds,
        perSecond: latency.count / seconds,
        latency,
      };
    },
  };
}

/** Closed loop, for throughput: each connection sends its next request when it has its answer. */
export function throughput({
  port,
  request,
  connections,
  seconds,
  maxRequests = Infinity,
  isRight = isSuccess,
}: Load): Promise<LoadResult> {
  const all = Array.from({ length: connections }, () => httpConnection(port));
  const told = tally(isRight);
  const until = now() + seconds * 1000;
  let n = 0;
  return new Promise((resolve) => {
    let running = connections;
    let isOver = false;
    function end(): void {
      if (isOver) return;
      isOver = true;
      clearTimeout(late);
      const result = told.result();
      for (const connection of all) connection.close();
      resolve(result);
    }
    const late = setTimeout(end, seconds * 1000 + drainMillis);
    for (const connection of all) {
      const next = (): void => {
        const sentAt = now();
        if (sentAt >= until || n >= maxRequests || isOver) return void (--running === 0 && end());
        connection.send(request(n++), (status) => {
          if (isOver) return;
          told.add(status, sentAt);
          // A refused connection must not become a busy loop.
          if (status === 0) setTimeout(next, 10);
          else next();
        });
      };
      next();
    }
  });
}

// Timers of the event loop are whole milliseconds; a thread that sleeps tells when the next requests are due.
const ticker = `
  const { parentPort, workerData: { rate, total } } = require('node:worker_threads');
  const sleeper = new Int32Array(new SharedArrayBuffer(4));
  const startedAt = performance.now();
  parentPort.postMessage(performance.timeOrigin + startedAt);
  for (let sent = 0; sent < total;) {
    Atomics.wait(sleeper, 0, 0, Math.max(0.01, startedAt + (sent * 1000) / rate - performance.now()));
    const due = Math.min(total, Math.floor(((performance.now() - startedAt) * rate) / 1000) + 1);
    if (due > sent) parentPort.postMessage(due);
    sent = due;
  }
`;

/**
 * Open loop, for latency: `rate` requests per second regardless of the responses, each measured from the moment it was due, so
 * that a stall counts for all the requests that it delayed (no coordinated omission).
 */
export function latencyAt(
  rate: number,
  { port, request, connections, seconds, isRight = isSuccess }: Load,
): Promise<LoadResult> {
  const all = Array.from({ length: connections }, () => httpConnection(port));
  const free = [...all];
  const waiting: number[] = [];
  const told = tally(isRight);
  const total = Math.round(rate * seconds);
  return new Promise((resolve, reject) => {
    let [begun, ended, startedAt] = [0, 0, 0];
    const thread = new Worker(ticker, { eval: true, workerData: { rate, total } });
    function end(): void {
      clearTimeout(late);
      void thread.terminate();
      const result = told.result();
      for (const connection of all) connection.close();
      resolve({ ...result, errors: result.errors + total - ended });
    }
    const late = setTimeout(end, seconds * 1000 + drainMillis);
    function pump(): void {
      while (waiting.length > 0 && free.length > 0) {
        const connection = free.pop()!;
        const dueAt = waiting.shift()!;
        connection.send(request(begun++), (status) => {
          free.push(connection);
          told.add(status, dueAt);
          if (++ended === total) end();
          else pump();
        });
      }
    }
    let due = 0;
    thread.once('error', reject);
    thread.on('message', (told: number) => {
      if (startedAt === 0) return void (startedAt = told - performance.timeOrigin);
      for (; due < told; due++) waiting.push(startedAt + (due * 1000) / rate);
      pump();
    });
  });
}
