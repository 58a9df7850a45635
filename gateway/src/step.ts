import type { Exchange } from './exchange.ts';

/** One step: passes the request on, answers it (`answered`), or throws a problem. */
export type ExchangeStep = (x: Exchange) => void | 'answered' | Promise<void | 'answered'>;
