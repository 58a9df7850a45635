import type { ConfigSources } from '@platform/kit/config';
import { listenAdmin, readinessWatch } from '@platform/kit/service';
import type { ReadyCheck, Running } from '@platform/kit/service';
import { composeContext } from './compose-context.ts';
import { gatewayConfig } from './config.ts';
import type { GatewayConfig } from './config.ts';
import type { GatewayContext } from './gateway-context.ts';
import { listenGateway } from './gateway-listener.ts';
import { openGatewayResources } from './gateway-resources.ts';
import type { GatewayOptions, GatewayResources } from './gateway-resources.ts';
import { pipeline } from './pipeline.ts';

/** A running gateway. */
export interface RunningGateway extends Running {
  httpPort: number;
  adminPort: number;
}

/** Listens for requests, and for metrics and health. */
async function openPorts(
  config: GatewayConfig,
  context: GatewayContext,
  checks: Record<string, ReadyCheck>,
) {
  const http = await listenGateway(config, checks, pipeline(context));
  const host = config.listenAddress || undefined;
  const admin = await listenAdmin(config.adminPort, context.metrics, checks, host);
  return { http, admin };
}

/** Everything that closes with the gateway. */
interface Ending {
  config: GatewayConfig;
  resources: GatewayResources;
  context: GatewayContext;
  open: Awaited<ReturnType<typeof openPorts>>;
  watch: ReturnType<typeof readinessWatch>;
}

/** Waits for requests in progress, then closes their resources. */
async function closeGateway({ config, resources, context, open, watch }: Ending): Promise<void> {
  const { http, admin } = open;
  http.retire();
  await new Promise((resolve) => setTimeout(resolve, config.shutdownDelay));
  await http.close(config.shutdownDrain);
  await watch.stop();
  resources.internalKeys.stop();
  resources.trust.stop();
  context.limits.close();
  for (const target of context.services.values()) target.close();
  await resources.bus.close();
  resources.siblings.close();
  await admin.close(0);
  await resources.tracing?.close();
  resources.access.flush();
}

/** Starts the gateway from its sources. */
export async function startGateway(
  sources: ConfigSources,
  options: GatewayOptions = {},
): Promise<RunningGateway> {
  const config = gatewayConfig(sources);
  const resources = await openGatewayResources(config, options);
  const { trust, bus, internalKeys, metrics, log } = resources;
  const context = composeContext(config, options, resources);
  let isClosing = false;
  const checks: Record<string, ReadyCheck> = {
    process: () => (isClosing ? 'shutting down' : undefined),
    keys: () => (trust.hubKeys.ageSeconds() === undefined ? 'not loaded yet' : undefined),
    bus: bus.notLoadedReason,
    identity: trust.identity,
  };
  const open = await openPorts(config, context, checks);
  await trust.start();
  if (config.internalMode !== 'OFF') void internalKeys.start();
  const watch = readinessWatch({ checks, metrics, log });
  watch.start();
  log.info({ http: open.http.port, admin: open.admin.port }, 'gateway is listening');

  return {
    httpPort: open.http.port,
    adminPort: open.admin.port,
    bus,
    close() {
      isClosing = true;
      return closeGateway({ config, resources, context, open, watch });
    },
  };
}
