import { connect } from 'node:net';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { raw, stage } from './stage.ts';
import type { Stage, StagedGateway } from './stage.ts';

let platform: Stage;
let gateway: StagedGateway;
let authorization: string;
let usual: Stage['directory']['answer'];

beforeAll(async () => {
  platform = await stage();
  usual = platform.directory.answer;
  gateway = await platform.start();
  authorization = `Authorization: Bearer ${await platform.hub.token({ tenant: platform.hub.tenant('acme') })}`;
});
afterAll(() => platform.stop());

const head = (line: string, ...fields: string[]) =>
  [line, 'Host: x', authorization, ...fields, '', ''].join('\r\n');
const users = '/api/v1/directory/users';

it.each<[string, () => string]>([
  ['absolute form', () => head(`GET http://x${users} HTTP/1.1`)],
  ['a raw backslash', () => head('GET /api/v1\\directory/users HTTP/1.1')],
  ['a raw fragment', () => head(`GET ${users}#x HTTP/1.1`)],
  ['a byte above 0x7E', () => head(`GET ${users}/\xe9 HTTP/1.1`)],
  ['a dot segment', () => head('GET /api/v1/directory/../users HTTP/1.1')],
  ['an encoded dot segment', () => head('GET /api/v1/directory/%2e%2e/users HTTP/1.1')],
  ['a dot segment encoded twice', () => head('GET /api/v1/directory/%252e%252e/users HTTP/1.1')],
  [
    'a way out of /api into /internal',
    () => head('GET /api/v1/..%2f..%2finternal/audit/records/.. HTTP/1.1'),
  ],
  ['no Host', () => `GET ${users} HTTP/1.1\r\n${authorization}\r\n\r\n`],
  ['no Host, of its health', () => 'GET /healthz HTTP/1.1\r\n\r\n'],
  ['a second Host', () => head(`GET ${users} HTTP/1.1`, 'Host: y')],
  ['a second Authorization', () => head(`GET ${users} HTTP/1.1`, 'Authorization: Bearer x')],
  [
    'a second Content-Length',
    () => head(`POST ${users} HTTP/1.1`, 'Content-Length: 2', 'Content-Length: 3') + '{}',
  ],
  [
    'Content-Length beside Transfer-Encoding',
    () =>
      head(`POST ${users} HTTP/1.1`, 'Content-Length: 2', 'Transfer-Encoding: chunked') +
      '0\r\n\r\n',
  ],
  [
    'Transfer-Encoding twice',
    () => head(`POST ${users} HTTP/1.1`, 'Transfer-Encoding: identity, chunked, x') + '0\r\n\r\n',
  ],
  ['a token in the query', () => head(`GET ${users}?access_token=x HTTP/1.1`)],
  ['a query over 8 KiB', () => head(`GET ${users}?q=${'x'.repeat(8_200)} HTTP/1.1`)],
  [
    '101 fields',
    () => head(`GET ${users} HTTP/1.1`, ...Array.from({ length: 99 }, (_, i) => `X-${i}: 1`)),
  ],
  ['a head over 32 KiB', () => head(`GET ${users} HTTP/1.1`, `X-Big: ${'x'.repeat(33_000)}`)],
  ['no HTTP at all', () => 'hello\r\n\r\n'],
  [
    'a chunked DELETE',
    () =>
      head(`DELETE ${users}/u HTTP/1.1`, 'Transfer-Encoding: chunked') + '5\r\nGET /\r\n0\r\n\r\n',
  ],
])('rejects %s with 400 without forwarding it', async (_what, make) => {
  const before = platform.directory.seen.length;
  const answer = await raw(gateway.httpPort, make());
  expect(answer.split('\r\n', 1)[0]).toBe('HTTP/1.1 400 Bad Request');
  expect(answer).toContain('application/problem+json');
  expect(answer).toMatch(/\r\nx-request-id: req_[0-9a-z]{26}\r\n/);
  expect(answer).toMatch(/"code":"(malformed_request|invalid_parameter)"/);
  expect(platform.directory.seen).toHaveLength(before);
});

it.each([
  ['%ff', 'invalid UTF-8'],
  ['%00', 'NUL'],
  ['%0a', 'a control character'],
  ['a'.repeat(513), 'over 512 bytes'],
  ['%zz', 'a broken escape'],
])('refuses the segment %s (%s)', async (segment) => {
  const answer = await raw(gateway.httpPort, head(`GET ${users}/${segment} HTTP/1.1`));
  expect(answer).toContain('"code":"invalid_parameter"');
});

it.each([
  `${users}?q=a%20b&email='x'`,
  `${users}/external_id/a%2Fb%2e%2E`,
  `${users}/a'b"c<d>{e}|^\`~!$&()*+,;=:@`,
  `${users}?a=//x//y&z=%C3%A9&&x`,
  `${users}?`,
])('forwards the path byte for byte: %s', async (path) => {
  const answer = await raw(gateway.httpPort, head(`GET ${path} HTTP/1.1`));
  expect(answer).toContain('HTTP/1.1 200');
  expect(platform.directory.last().url).toBe(path);
});

it('responds to invalid HTTP, but never in the middle of another response', async () => {
  platform.directory.answer = (_req, res) => {
    res.writeHead(200, { 'content-type': 'text/plain' }).write('begun ');
    setTimeout(() => res.end('and ended'), 300);
  };
  const socket = connect(gateway.httpPort, '127.0.0.1', () =>
    socket.write(head(`GET ${users} HTTP/1.1`)),
  );
  let got = '';
  socket.on('data', (chunk) => {
    if (!got.includes('begun') && chunk.includes('begun')) socket.write('what is this\r\n\r\n');
    got += chunk.toString('latin1');
  });
  await new Promise((resolve) => socket.once('close', resolve));
  platform.directory.answer = usual;
  expect(got.match(/HTTP\/1\.1 \d+/g)).toEqual(['HTTP/1.1 200']);
  expect(got).not.toContain('malformed_request');
});

it('does not send 100 Continue before the request is allowed', async () => {
  const refused = await raw(
    gateway.httpPort,
    [
      `POST ${users} HTTP/1.1`,
      'Host: x',
      'Content-Type: application/json',
      'Content-Length: 2',
      'Expect: 100-continue',
      '',
      '',
    ].join('\r\n'),
  );
  expect(refused.split('\r\n', 1)[0]).toBe('HTTP/1.1 401 Unauthorized');
  const passed = await raw(
    gateway.httpPort,
    head(
      `POST ${users} HTTP/1.1`,
      'Content-Type: application/json',
      'Content-Length: 2',
      'Expect: 100-continue',
    ),
    /100 Continue/,
  );
  expect(passed.split('\r\n', 1)[0]).toBe('HTTP/1.1 100 Continue');
});

it('handles two requests on one connection independently', async () => {
  const two =
    head(`GET ${users}?n=1 HTTP/1.1`) +
    [`GET ${users}?n=2 HTTP/1.1`, 'Host: x', '', ''].join('\r\n');
  const answer = await raw(gateway.httpPort, two, /401 Unauthorized[^]*\}$/);
  expect(answer.match(/HTTP\/1\.1 \d+/g)).toEqual(['HTTP/1.1 200', 'HTTP/1.1 401']);
});
