import { connect } from 'node:net';
import { expect, test } from '@jest/globals';
import { listen } from './http.ts';

test('a head that is not complete in time is not waited for', async () => {
  const http = await listen(0, (_req, res) => void res.end(), '127.0.0.1');
  http.server.headersTimeout = 200;
  const startedAt = performance.now();
  const socket = connect(http.port, '127.0.0.1', () => socket.write('GET / HTTP/1.1\r\n'));
  await new Promise((resolve) => socket.once('close', resolve).resume());
  expect(performance.now() - startedAt).toBeLessThan(3_000);
  await http.close(0);
});
