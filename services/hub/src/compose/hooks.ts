import { hookCall } from '@platform/siblings/hooks';
import { rateShare, rateWindows } from '@platform/kit/rate';
import type { Platform, Worker } from '@platform/kit/service';
import type { HubConfig } from '../config.ts';
import { hookBreakers } from '../hooks/hook-breakers.ts';
import { hookRuns } from '../hooks/hook-run.ts';
import type { HookRuns } from '../hooks/hook-run.ts';
import { stageHooks } from '../hooks/stage-hooks.ts';

/** Creates the hub's calls of inline hooks. */
export function composeInlineHooks(
  platform: Platform,
  config: HubConfig,
): { hooks: HookRuns; worker: Worker } {
  const { bus, log, metrics } = platform;
  const egress = platform.egress('hooks', {
    allowedHosts: config.hookInternalHosts,
    allowInsecureHttp: config.hookInsecureHttp,
  });
  const breakers = hookBreakers();
  const windows = rateWindows({ share: rateShare(bus) });
  const hooks = hookRuns({
    hooksOf: stageHooks({ outbound: () => platform.peer('outbound'), bus }),
    call: hookCall({ egress }),
    breakers,
    windows,
    perMinute: config.hooksPerMinute,
    log,
    metrics,
  });
  return {
    hooks,
    worker: {
      start: () => undefined,
      async stop() {
        breakers.stop();
        windows.close();
        await egress.close();
      },
    },
  };
}
