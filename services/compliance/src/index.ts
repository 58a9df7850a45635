import type { ConfigSources } from '@platform/kit/config';
import { startService } from '@platform/kit/service';
import type { RunningService } from '@platform/kit/service';
import { compliance } from './service.ts';

export { compliance } from './service.ts';

/** Starts compliance in this process. `holder` identifies it among pods. */
export const startCompliance = (
  sources: ConfigSources,
  options?: Parameters<typeof startService>[2],
): Promise<RunningService> => startService(compliance, sources, options);
