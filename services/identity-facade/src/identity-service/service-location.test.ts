import { expect, test } from 'vitest';
import { isOwnProcess } from './service-location.ts';

test.each([
  ['http://localhost:8081', 8081, true],
  ['http://127.0.0.1:8081', 8081, true],
  ['http://[::1]:8081', 8081, true],
  ['http://127.8.9.1:8081', 8081, true],
  ['http://localhost', 80, true],
  ['https://localhost', 443, true],
  ['http://localhost:0', 0, true],
  ['http://localhost:8081', 18281, true],
  ['http://localhost:9000', 8081, false],
  ['http://identity:8081', 8081, false],
  ['http://localhost.example.com:8081', 8081, false],
  ['http://10.0.0.1:8081', 8081, false],
])('%s, asked by a process on port %i: in this process is %s', (baseUrl, port, expected) => {
  expect(isOwnProcess(baseUrl, port)).toBe(expected);
});
