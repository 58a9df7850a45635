import { service } from '@platform/kit/service';
import { composeOutbound } from './compose/outbound.ts';
import type { OutboundOptions } from './compose/test-options.ts';
import { outboundConfigProblems, outboundShape } from './config.ts';

/** Events on their way out: the event log, webhooks, hooks. `options` is what a test holds. */
export const outboundService = (options: OutboundOptions = {}) =>
  service({
    name: 'outbound',
    schema: 'outbound',
    migrations: new URL('../migrations/', import.meta.url),
    config: outboundShape,
    agree: outboundConfigProblems,
    compose: (platform, config) => composeOutbound(platform, config, options),
  });

/** The service as it runs. */
export const outbound = outboundService();
