import { builtContexts } from '@platform/contracts';
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { clusterKeySet, projectedTokenFile, projectedTokens } from '@platform/kit/auth';
import { createBus } from '@platform/kit/bus';
import type { ConfigSources } from '@platform/kit/config';
import { entitlementCache } from '@platform/kit/entitlement';
import { listen } from '@platform/kit/http';
import { newId } from '@platform/kit/ids';
import { parseCidr } from '@platform/kit/ip';
import type { StoredIpRule } from '@platform/kit/ip';
import { createAccessLog, createLog } from '@platform/kit/log';
import type { AccessLog, Logger } from '@platform/kit/log';
import { createMetrics } from '@platform/kit/metrics';
import type { Metrics } from '@platform/kit/metrics';
import { problem } from '@platform/kit/problem';
import {
  answerHealth,
  createTrust,
  listenAdmin,
  processTracing,
  readinessWatch,
  siblingPeers,
  tenantsOf,
} from '@platform/kit/service';
import type { ReadyCheck, Running } from '@platform/kit/service';
import { bodyTimes } from './body-deadline.ts';
import type { BodyTimes } from './body-deadline.ts';
import { gatewayConfig } from './config.ts';
import type { GatewayConfig } from './config.ts';
import { documentServer } from './documents/documents.ts';
import { elevationStore } from './elevation-store.ts';
import type { GatewayContext } from './gateway-context.ts';
import { hostReader } from './hosts.ts';
import { ipRuleStore } from './ip-rule-store.ts';
import { limits } from './limits.ts';
import { pipeline } from './pipeline.ts';
import { denialAudit } from './denial-audit.ts';
import { operationRoutes, surfaceFinder, surfaceRoutes } from './routes.ts';
import type { SurfaceRoute } from './routes.ts';
import { scimCallers } from './scim-callers.ts';
import { telemetry } from './telemetry.ts';
import { upstreamService } from './upstream/service.ts';
import type { Service } from './upstream/service.ts';

/** What a test may set besides the configuration. */
export interface GatewayOptions {
  log?: Logger;
  accessLog?: AccessLog;
  surfaces?: readonly SurfaceRoute[];
  bodyTimes?: BodyTimes;
  processMetrics?: boolean;
  now?: () => number;
}

/** A gateway that runs. */
export interface RunningGateway extends Running {
  httpPort: number;
  adminPort: number;
}

const notHttp = problem('malformed_request', {
  detail: 'The request is not valid HTTP/1.1 (RFC 9112)',
});

/** What Node's parser refuses never becomes a request: the answer is written as it stands. */
function refuseUnparsed(_error: Error, socket: Socket): void {
  // As Node does by itself: within an answer, another would be taken for a part of it.
  const answer = (socket as Socket & { _httpMessage?: ServerResponse | null })._httpMessage;
  if (!socket.writable || answer?.headersSent) return void socket.destroy();
  const requestId = newId('request');
  const body = JSON.stringify(notHttp.body({ requestId }));
  socket.end(
    `HTTP/1.1 400 Bad Request\r\ncontent-type: application/problem+json\r\ncontent-length: ${Buffer.byteLength(body)}\r\nx-request-id: ${requestId}\r\nconnection: close\r\n\r\n${body}`,
  );
}

function servicesOf(config: GatewayConfig, metrics: Metrics): ReadonlyMap<string, Service> {
  return new Map(
    builtContexts.map((name) => [
      name,
      upstreamService({
        name,
        url: config[name],
        token: projectedTokenFile(`${config.tokenDirectory}/${name}`),
        config,
        metrics,
      }),
    ]),
  );
}

/** Starts the gateway from its sources. */
export async function startGateway(
  sources: ConfigSources,
  options: GatewayOptions = {},
): Promise<RunningGateway> {
  const config = gatewayConfig(sources);
  const { log = createLog('gateway', config.logLevel), now = Date.now } = options;
  const access = options.accessLog
    ? { log: options.accessLog, flush: () => undefined }
    : createAccessLog('gateway', config.logLevel);
  const metrics = createMetrics('gateway', {
    process: options.processMetrics ?? false,
    revision: config.buildRevision,
  });
  const tracing = await processTracing('gateway', config);
  const bus = createBus({
    service: 'gateway',
    url: config.natsUrl,
    credentialsPath: config.natsCredentialsPath,
    caPath: config.natsCaPath,
    replicas: config.natsReplicas,
    log,
    metrics,
  });
  const siblings = siblingPeers({
    name: 'gateway',
    addresses: { hub: config.hubPeer, fga: config.fgaPeer, directory: config.directoryPeer },
    tokenDirectory: config.tokenDirectory,
  });
  const hub = siblings.peer('hub');
  const fga = siblings.peer('fga');
  const hosts = hostReader(config);
  const trust = createTrust({
    config,
    resourceMetadata: hosts.resourceMetadata(undefined),
    getTenant: tenantsOf(() => hub),
    bus,
    log,
    metrics,
  });
  metrics.observed('gateway_jwks_age_seconds', () => trust.hubKeys.ageSeconds() ?? -1);

  const internalKeys = clusterKeySet({
    jwksUri: config.internalJwksUri,
    caPath: config.internalCaPath,
    tokenPath: config.internalTokenPath,
    connectTimeoutMs: config.internalConnectTimeout,
    readTimeoutMs: config.internalReadTimeout,
    onFailure: (error) => log.warn({ err: error }, "the cluster's keys could not be fetched"),
  });
  if (!config.internalEnabled)
    log.warn('platform.product-api.internal-auth.cluster is disabled: /internal returns 404');
  const snapshot = async (tenantId: string) => {
    const { version, rules } = await hub
      .service('platform.hub.v1.IpRules')
      .Snapshot({ tenantId }, { deadlineMs: 1_000, repeatable: true });
    return {
      version,
      rules: rules.map(({ id, action, cidr, expiresAt }): StoredIpRule => ({
        id,
        action: action as StoredIpRule['action'],
        cidr,
        expiresAt: expiresAt || null,
      })),
    };
  };

  const services = servicesOf(config, metrics);
  const isTls = new URL(config.publicBaseUrl).protocol === 'https:';
  const context: GatewayContext = {
    config,
    log,
    metrics,
    now,
    isTls,
    trust,
    hosts,
    services,
    trustedProxies: [...config.trustedProxies].map((text) => parseCidr(text)),
    bodyTimes: options.bodyTimes ?? bodyTimes,
    ...operationRoutes(),
    findSurface: surfaceFinder(options.surfaces ?? surfaceRoutes),
    isInternalOpen: config.internalEnabled,
    verifyInternalCaller: projectedTokens({
      issuer: config.internalIssuer,
      audience: config.internalAudience,
      allowedSub: config.internalAllowedSub,
      keys: internalKeys,
    }),
    documents: documentServer({ config, hosts, isTls, context: () => context }),
    limits: limits(config, { bus, metrics, now }),
    ipRules: ipRuleStore({ bus, snapshot, log }),
    entitlements: entitlementCache({ fga: () => fga, bus }),
    elevations: elevationStore({ fga, bus, log, now }),
    scimCallers: scimCallers({ directory: () => siblings.peer('directory'), now }),
    audit: denialAudit({ bus, log, now }),
    telemetry: telemetry({ log: access.log, metrics, tracing }),
  };

  let closing = false;
  const checks: Record<string, ReadyCheck> = {
    process: () => (closing ? 'shutting down' : undefined),
    keys: () => (trust.hubKeys.ageSeconds() === undefined ? 'not loaded yet' : undefined),
    bus: bus.notLoadedReason,
    identity: trust.identity,
  };
  const handle = pipeline(context);
  const answer = (req: IncomingMessage, res: ServerResponse): void => {
    const isHealth = req.url === '/healthz' || req.url === '/readyz';
    if (isHealth && req.headers.host !== undefined)
      void answerHealth(req.url as string, res, checks);
    else handle(req, res);
  };
  const http = await listen(config.httpPort, answer, config.listenAddress || undefined);
  // Files have the time that the server gives a request, and are answered when it is over: its own end comes later.
  http.server.requestTimeout += 30_000;
  // Of whole connections: a caller that reads nothing any more leaves no other trace.
  http.server.timeout = config.callerTimeout;
  // Unlistened, Node would say 100 before anything is checked, and 417 by itself.
  http.server.on('checkContinue', answer);
  http.server.on('checkExpectation', answer);
  http.server.on('clientError', refuseUnparsed);
  const admin = await listenAdmin(
    config.adminPort,
    metrics,
    checks,
    config.listenAddress || undefined,
  );
  await trust.start();
  if (config.internalMode !== 'OFF') void internalKeys.start();
  const watch = readinessWatch({ checks, metrics, log });
  watch.start();
  log.info({ http: http.port, admin: admin.port }, 'gateway is listening');

  return {
    httpPort: http.port,
    adminPort: admin.port,
    leases: bus.leases,
    async close() {
      closing = true;
      http.retire();
      await new Promise((resolve) => setTimeout(resolve, config.shutdownDelay));
      await http.close(config.shutdownDrain);
      await watch.stop();
      internalKeys.stop();
      trust.stop();
      context.limits.close();
      for (const target of services.values()) target.close();
      await bus.close();
      siblings.close();
      await admin.close(0);
      await tracing?.close();
      access.flush();
    },
  };
}
