import { createReadStream } from 'node:fs';
import { join } from 'node:path';
import { accessToken } from '@platform/dev/access-token';
import type { DemoTenant } from '@platform/dev/demo-tenants';
import { startPlatform } from '@platform/dev/platform';
import { builtMainFile } from '@platform/dev/platform-checks';
import type { PortedService } from '@platform/dev/platform-ports';
import { temporaryFolder } from '@platform/testkit/stores';
import { cpuMicros, residentMebibytes } from './cpu-time.ts';

/** A call to a service: a string as body of a PUT names a file. */
export type BenchCall = (
  method: string,
  path: string,
  body?: unknown,
  headers?: Record<string, string>,
) => Promise<any>;

/** A service of a platform, called past the gateway. */
export interface ServiceUnderLoad {
  /** Calls as a client of the tenant. */
  as(tenant: DemoTenant): BenchCall;
  tenants: readonly DemoTenant[];
  postgresUrl: string;
  natsUrl: string;
  /** Resident memory of its process, in MiB. */
  memory(): number;
  /** Processor time of its process, PostgreSQL and NATS so far, in microseconds. */
  cpu(): number[];
  /** Does something while the process of the service is stopped (SIGSTOP): it wakes up to all that has come meanwhile. */
  whileStopped(work: () => Promise<void>): Promise<void>;
  folder: string;
  stop(): Promise<void>;
}

/** Starts a service with the others that it needs. */
export async function startOneService(
  name: Exclude<PortedService, 'gateway'>,
  besides: readonly PortedService[],
  settings: (folder: string) => Record<string, string> = () => ({}),
  mainFile: (of: PortedService) => string = builtMainFile,
): Promise<ServiceUnderLoad> {
  const folder = temporaryFolder(`bench-${name}-`);
  const platform = await startPlatform({
    dataDir: join(folder.path, 'data'),
    portOffset: 'any',
    services: [...besides, name],
    mainFile,
    settings: (of): Record<string, string> =>
      of === name
        ? { ...settings(folder.path), NODE_OPTIONS: process.env['BENCH_NODE_OPTIONS'] ?? '' }
        : {},
  });
  const origin = `http://127.0.0.1:${platform.ports[name].http}`;

  function as(tenant: DemoTenant): BenchCall {
    let made = { at: -Infinity, tokens: Promise.resolve<[string, string]>(['', '']) };
    /** Renewed each minute: a run may outlive a token, and the hub limits how many it gives. */
    const tokens = (): Promise<[string, string]> => {
      if (performance.now() - made.at > 60_000)
        made = {
          at: performance.now(),
          tokens: Promise.all([
            accessToken(platform.ready.hub, tenant),
            platform.cluster.mint('product-api', name),
          ]),
        };
      return made.tokens;
    };
    return async (method, path, body, headers = {}) => {
      const [token, gatewayToken] = await tokens();
      const isFile = typeof body === 'string' && method === 'PUT';
      const answer = await fetch(origin + path, {
        method,
        headers: {
          authorization: `Bearer ${token}`,
          'x-platform-service-authorization': `Bearer ${gatewayToken}`,
          'x-platform-client-ip': '203.0.113.7',
          ...(body === undefined || isFile ? {} : { 'content-type': 'application/json' }),
          ...headers,
        },
        ...(body === undefined
          ? {}
          : { body: isFile ? (createReadStream(body) as never) : JSON.stringify(body) }),
        duplex: 'half',
      } as RequestInit);
      const text = await answer.text();
      if (!answer.ok) throw new Error(`${method} ${path} answered ${answer.status}: ${text}`);
      return JSON.parse(text);
    };
  }

  async function whileStopped(work: () => Promise<void>): Promise<void> {
    const pid = platform.processes.get(name)?.pid;
    if (pid === undefined) throw new Error(`${name} does not run`);
    process.kill(pid, 'SIGSTOP');
    try {
      await work();
    } finally {
      process.kill(pid, 'SIGCONT');
    }
  }

  return {
    as,
    whileStopped,
    tenants: platform.ready.tenants,
    postgresUrl: platform.postgresUrl,
    natsUrl: platform.natsUrl,
    folder: folder.path,
    memory: () => residentMebibytes(platform.processes.get(name)?.pid ?? 0),
    cpu: () =>
      [name, 'postgres', 'nats'].map((of) =>
        cpuMicros(platform.processes.get(of)?.pid ?? process.pid),
      ),
    async stop() {
      await platform.stop();
      folder.remove();
    },
  };
}
