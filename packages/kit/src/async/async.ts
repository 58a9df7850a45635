export { deferred } from './deferred.ts';
export { DeadlineError, deadline, within } from './within.ts';
export type { Deadline } from './within.ts';
export { runningTime } from './running-time.ts';
export { serialLoop } from './serial-loop.ts';
export type { SerialLoop } from './serial-loop.ts';
export { maxRetryAfterMs, retryAfterMs, spread } from './retry.ts';
export { keyWatch } from './key-watch.ts';
export type { KeyWatch, Waiter } from './key-watch.ts';
