import { isIPv6 } from 'node:net';
import type { Config } from '../config/config.ts';
import { deadLettersRpc } from '../bus/dead-letters-rpc.ts';
import { listenRpc, rpcHealth, rpcReflection } from '../grpc/grpc.ts';
import type { RpcMount } from '../grpc/grpc.ts';
import { listen, serviceHttp } from '../http/http.ts';
import { listenAdmin } from './admin-server.ts';
import type { ReadyCheck } from './admin-server.ts';
import type { ComposedService } from './compose-service.ts';
import type { commonShape } from './service-config.ts';
import type { ServiceResources } from './service-resources.ts';

/** A service to serve, and on which addresses. */
export interface ServedService extends Pick<ComposedService, 'platform' | 'parts'> {
  resources: ServiceResources;
  ports: { http: number; admin: number; rpc: number };
  checks: Record<string, ReadyCheck>;
  /** The operator API of background jobs. */
  jobsRpc: RpcMount;
}

const hostOf = ({ listenAddress }: Config<typeof commonShape>): string | undefined =>
  listenAddress || undefined;

const listenHttp = ({ platform, parts, resources, ports }: ServedService) => {
  const { db, secrets, log, metrics, access, tracing } = resources;
  const { common, gateway } = platform;
  const serve = serviceHttp({
    mounts: parts.mounts,
    surfaces: parts.surfaces ?? [],
    db,
    secrets,
    log,
    metrics,
    access,
    tracing,
    ...gateway,
    apiUrl: common.publicBaseUrl.replace(/\/+$/, ''),
  });
  return listen(ports.http, serve, hostOf(common));
};

async function listenGrpc({ platform, parts, resources, ports, jobsRpc }: ServedService) {
  const { db, bus, log, metrics, access, tracing } = resources;
  const { name, common, trust } = platform;
  const mounts = [...(parts.rpc ?? []), jobsRpc, deadLettersRpc({ db, bus })];
  const services = mounts.map((mount) => mount.name);
  const health = rpcHealth(services);
  const host = hostOf(common);
  const rpc = await listenRpc({
    port: ports.rpc,
    mounts,
    verifyCaller: trust.callersOf(name),
    log,
    ...(host ? { hosts: [isIPv6(host) ? `[${host}]` : host] } : {}),
    observation: { metrics, access, tracing },
    open: [health, ...(common.reflection ? [await rpcReflection(services)] : [])],
  });
  return { rpc, health };
}

/** Listens on all ports of a service: HTTP, gRPC, then metrics and health. */
export async function listenService(served: ServedService) {
  const { platform, resources, ports, checks } = served;
  const http = await listenHttp(served);
  const { rpc, health } = await listenGrpc(served);
  const host = hostOf(platform.common);
  const admin = await listenAdmin(ports.admin, resources.metrics, checks, host);
  return { http, rpc, health, admin };
}

/** The open ports of a service. See {@link listenService}. */
export type OpenPorts = Awaited<ReturnType<typeof listenService>>;
