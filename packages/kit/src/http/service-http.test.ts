import type { IncomingMessage, ServerResponse } from 'node:http';
import { connect } from 'node:net';
import { setImmediate } from 'node:timers/promises';
import { expect, test } from 'vitest';
import type { AccessLine } from '../telemetry/access-lines.ts';
import { silentLog } from '../telemetry/log.ts';
import { createMetrics } from '../telemetry/metrics.ts';
import { noteAccess } from '../telemetry/request-scope.ts';
import { listen, readBody, serviceHttp } from './http.ts';
import type { ServiceHttpOptions } from './http.ts';

test('a caller that leaves while sending its body does not count as an error of the service', async () => {
  const logged: string[] = [];
  const record = (_fields: object, message: string): void => void logged.push(message);
  const lines: AccessLine[] = [];
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
        error: record,
        warn: record,
      }),
      access: { write: (_message: string, line: AccessLine) => void lines.push(line) },
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
  while (lines.length === 0) await setImmediate();
  await http.close(0);
  expect(logged).toEqual([]);
  expect(lines).toMatchObject([{ method: 'POST', status: 499, outcome: 'failure' }]);
  expect(await metrics.registry.metrics()).toMatch(
    /platform_http_request_duration_seconds_count\{[^}]*status="499"[^}]*\} 1/,
  );
});

test('a response that breaks off counts as failed despite its status', async () => {
  const lines: AccessLine[] = [];
  const metrics = createMetrics('test');
  const http = await listen(
    0,
    serviceHttp({
      mounts: [],
      metrics,
      log: silentLog,
      access: { write: (_message: string, line: AccessLine) => void lines.push(line) },
      surfaces: [
        {
          owns: () => true,
          async handle(_req: IncomingMessage, res: ServerResponse) {
            noteAccess({ operationId: 'shopExport' });
            res.writeHead(200).write('half');
            throw new Error('the store is away');
          },
        },
      ],
    } as unknown as ServiceHttpOptions),
  );
  const socket = connect(http.port, '127.0.0.1');
  socket.write('GET / HTTP/1.1\r\nHost: x\r\n\r\n');
  await new Promise((resolve) => socket.resume().once('close', resolve));
  await http.close(0);
  expect(lines).toMatchObject([
    {
      operationId: 'shopExport',
      status: 500,
      outcome: 'failure',
      notes: { code: 'internal_error' },
    },
  ]);
  expect(await metrics.registry.metrics()).toMatch(
    /platform_http_requests_total\{operation="shopExport",method="GET",status="500",code="internal_error",service="test"\} 1/,
  );
});
