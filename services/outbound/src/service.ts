import { service } from '@platform/kit/service';
import { outboundParts } from './compose/outbound-parts.ts';
import type { OutboundOptions } from './compose/test-options.ts';
import { agree, outboundShape } from './config.ts';

/** Events on their way out: the event log, webhooks, hooks. `options` is what a test holds. */
export const outboundService = (options: OutboundOptions = {}) =>
  service({
    name: 'outbound',
    schema: 'outbound',
    migrations: new URL('../migrations/', import.meta.url),
    config: outboundShape,
    agree,
    compose: (platform, config) => outboundParts(platform, config, options),
  });

/** The service as it runs. */
export const outbound = outboundService();
