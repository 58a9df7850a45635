import type { IncomingMessage } from 'node:http';
import { connect } from 'node:net';
import { setImmediate } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { silentLog } from '../log/log.ts';
import { createMetrics } from '../metrics/metrics.ts';
import { listen, readBody, serviceHttp } from './http.ts';
import type { ServiceHttpOptions } from './http.ts';

test('a caller that leaves while it sends its body is no error of the service', async () => {
  const logged: [string, string][] = [];
  const record =
    (level: string) =>
    (_fields: object, message: string): void =>
      void logged.push([level, message]);
  const metrics = createMetrics('test');
  let reading = (): void => undefined;
  const begun = new Promise<void>((resolve) => {
    reading = resolve;
  });
  const http = await listen(
    0,
    serviceHttp({
      mounts: [],
      metrics,
      log: Object.assign(Object.create(silentLog), {
        error: record('error'),
        warn: record('warn'),
        info: record('info'),
      }),
      surfaces: [
        {
          owns: () => true,
          async handle(req: IncomingMessage) {
            reading();
            await readBody(req, 1_000);
          },
        },
      ],
    } as unknown as ServiceHttpOptions),
  );
  const socket = connect(http.port, '127.0.0.1');
  socket.write('POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 10\r\n\r\n12345');
  await begun;
  socket.destroy();
  while (logged.length === 0) await setImmediate();
  await http.close(0);
  expect(logged).toEqual([['info', 'the caller left mid-request']]);
  expect(await metrics.registry.metrics()).toMatch(
    /http_request_duration_seconds_count\{[^}]*status="499"[^}]*\} 1/,
  );
});
