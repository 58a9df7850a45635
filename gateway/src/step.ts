import type { Exchange } from './exchange.ts';

/** One step: lets the request pass, answers it (`answered`), or refuses it by throwing a problem. */
export type ExchangeStep = (x: Exchange) => void | 'answered' | Promise<void | 'answered'>;
