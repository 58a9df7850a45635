import { service } from '@platform/kit/service';
import { composeOutbound } from './compose/outbound.ts';
import type { OutboundOptions } from './compose/test-options.ts';
import { outboundConfigProblems, outboundShape } from './config.ts';

/** The event log, webhooks, hooks and sinks. `options` are for tests. */
export const outboundService = (options: OutboundOptions = {}) =>
  service({
    name: 'outbound',
    schema: 'outbound',
    migrations: new URL('../migrations/', import.meta.url),
    config: outboundShape,
    agree: outboundConfigProblems,
    compose: (platform, config) => composeOutbound(platform, config, options),
  });

export const outbound = outboundService();
