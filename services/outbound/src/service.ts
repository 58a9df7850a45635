import { service } from '@platform/kit/service';
import type { Platform } from '@platform/kit/service';
import { agree, outboundShape } from './config.ts';
import type { OutboundConfig } from './config.ts';
import type { IngestionHooks } from './ingestion/ingested.ts';

/** Nobody is owed a delivery. */
const undelivered: IngestionHooks = { onIngested: async () => undefined, afterIngest: () => undefined, onRedacted: async () => undefined };

/** Facts on their way out: the event log, webhooks, hooks. */
export const outbound = service({
  name: 'outbound',
  schema: 'outbound',
  migrations: new URL('../migrations/', import.meta.url),
  config: outboundShape,
  agree,
  compose: (_platform: Platform, _config: OutboundConfig) => {
    void undelivered;
    return { mounts: [] };
  },
});
