import { startService } from '@platform/kit/service';
import type { RunningService } from '@platform/kit/service';
import type { ConfigSources } from '@platform/kit/config';
import { hub } from './service.ts';

export { hub } from './service.ts';

/** Starts the hub in this process. `holder` names it among pods. */
export const startHub = (
  sources: ConfigSources,
  options?: Parameters<typeof startService>[2],
): Promise<RunningService> => startService(hub, sources, options);
