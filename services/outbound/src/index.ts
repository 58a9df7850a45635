import type { ConfigSources } from '@platform/kit/config';
import { startService } from '@platform/kit/service';
import type { RunningService } from '@platform/kit/service';
import { outbound } from './service.ts';

export { outbound, outboundService } from './service.ts';

/** Starts outbound in this process. `holder` identifies it among pods. */
export const startOutbound = (
  sources: ConfigSources,
  options?: Parameters<typeof startService>[2],
): Promise<RunningService> => startService(outbound, sources, options);
