import { services } from '@platform/contracts';
import type { ServiceName } from '@platform/contracts';
import type { ConfigShape } from '@platform/kit/config';
import { createLog, silentLog } from '@platform/kit/telemetry';
import { startService } from '@platform/kit/service';
import type { RunningService, ServiceDefinition } from '@platform/kit/service';
import type { TestTokenOptions } from './fake-hub.ts';
import { send } from './http.ts';
import type { TestAnswer, TestCall } from './http.ts';
import { testSurroundings } from './surroundings.ts';
import type { TestProperties, TestSurroundings } from './surroundings.ts';

export type { TestAnswer, TestCall } from './http.ts';
export { testSurroundings } from './surroundings.ts';
export type { TestProperties, TestSurroundings } from './surroundings.ts';

/** Calls with one token. */
export type TestApi = Record<
  'get' | 'post' | 'put' | 'patch' | 'delete',
  (path: string, call?: TestCall) => Promise<TestAnswer>
>;

/** One service in process, called as by the gateway. */
export interface TestPlatform extends TestSurroundings {
  service: RunningService;
  baseUrl: string;
  /** Returns calls with a token for these options, in addition to the gateway's own. */
  as(options: TestTokenOptions): Promise<TestApi>;
  /** Calls with exactly these headers. */
  call(method: string, path: string, call?: TestCall): Promise<TestAnswer>;
  /** Starts another pod of the service, on the same stores. */
  startPod(holder: string, properties?: TestProperties): Promise<RunningService>;
  /**
   * Restarts the service with additional properties; later calls go to the new one. `meanwhile`
   * runs while no pod does, and may return further properties, such as the new address of a store.
   */
  restart(
    properties: TestProperties,
    meanwhile?: () => Promise<TestProperties>,
  ): Promise<RunningService>;
  gatewayToken(): Promise<string>;
}

/**
 * Returns the service account of a service; a part that exists only in a test uses its own name.
 */
const accountOf = (name: string): string =>
  Object.hasOwn(services, name) ? services[name as ServiceName].account : name;

/** Starts a service for one test file: `const platform = await testPlatform(directory)`. */
export async function testPlatform<S extends ConfigShape>(
  definition: ServiceDefinition<S>,
  properties: TestProperties | ((around: TestSurroundings) => TestProperties) = {},
): Promise<TestPlatform> {
  const around = await testSurroundings({ service: definition });
  const own = typeof properties === 'function' ? properties(around) : properties;
  const podWith = async (holder: string, more: TestProperties = {}): Promise<RunningService> =>
    startService(
      definition,
      await around.sources(definition.name, accountOf(definition.name), { ...own, ...more }),
      {
        holder,
        log: process.env.TEST_LOG ? createLog(definition.name, process.env.TEST_LOG) : silentLog,
      },
    );
  let service = await podWith('first');
  const baseUrl = (): string => `http://127.0.0.1:${service.httpPort}`;
  const gatewayToken = (): Promise<string> => around.cluster.mint('product-api', definition.name);
  return {
    ...around,
    gatewayToken,
    get service() {
      return service;
    },
    get baseUrl() {
      return baseUrl();
    },
    startPod: podWith,
    async restart(more, meanwhile) {
      await service.close();
      return (service = await podWith('first', { ...more, ...(await meanwhile?.()) }));
    },
    call: (method, path, call) => send(baseUrl(), method, path, call),
    async as(options) {
      const token = await around.hub.token(options);
      const gateway = await gatewayToken();
      const fixed = {
        authorization: `Bearer ${token}`,
        'x-platform-service-authorization': `Bearer ${gateway}`,
        'x-platform-client-ip': '203.0.113.7',
      };
      return Object.fromEntries(
        (['get', 'post', 'put', 'patch', 'delete'] as const).map((method) => [
          method,
          (path: string, call: TestCall = {}) =>
            send(baseUrl(), method, path, { ...call, headers: { ...fixed, ...call.headers } }),
        ]),
      ) as TestApi;
    },
    async stop() {
      await service.close();
      await around.stop();
    },
  };
}
