import { problem } from '@platform/kit/problem';
import type { Exchange } from './exchange.ts';

/** Timeouts of a body, in milliseconds from the arrival of its head. */
export interface BodyTimes {
  jsonMs: number;
  octetsMs: number;
}

export const bodyTimes: BodyTimes = { jsonMs: 60_000, octetsMs: 600_000 };

type Carrying = Pick<Exchange, 'startedAt' | 'underWay' | 'cutBy'> & {
  req: Pick<Exchange['req'], 'complete' | 'once'> & {
    socket: Pick<Exchange['req']['socket'], 'destroy'>;
  };
  res: Pick<Exchange['res'], 'headersSent'>;
};

function cutOff(x: Carrying): void {
  if (x.req.complete) return;
  // The response is sent or being sent: there is nothing to report, only a connection to free.
  if (x.res.headersSent) return void x.req.socket.destroy();
  x.cutBy = problem('malformed_request', { detail: 'The request body did not arrive in time' });
  x.underWay?.cut(x.cutBy);
}

/** Aborts a body that is not complete in time, even if it is already forwarded or answered. */
export function limitBodyTime(x: Carrying, limitMs: number): void {
  const timer = setTimeout(
    cutOff,
    Math.max(0, x.startedAt + limitMs - performance.now()),
    x,
  ).unref();
  x.req.once('close', () => clearTimeout(timer));
}
