import type { Channel } from './ingested.ts';

/** Returns the table of a channel. */
export const tableOf = (channel: Channel): 'events' | 'audit_events' =>
  channel === 'audit' ? 'audit_events' : 'events';
