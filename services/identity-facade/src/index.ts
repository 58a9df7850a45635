import type { ConfigSources } from '@platform/kit/config';
import { startService } from '@platform/kit/service';
import type { RunningService } from '@platform/kit/service';
import { identityFacade } from './service.ts';

export { identityFacade } from './service.ts';

/** Starts identity-facade in this process. `holder` identifies it among pods. */
export const startIdentityFacade = (
  sources: ConfigSources,
  options?: Parameters<typeof startService>[2],
): Promise<RunningService> => startService(identityFacade, sources, options);
