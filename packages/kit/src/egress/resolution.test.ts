import { afterEach, describe, expect, test } from 'vitest';
import { soon } from '@platform/testkit/eventually';
import { createSocket } from 'node:dgram';
import type { Socket } from 'node:dgram';
import { once } from 'node:events';
import { addressText } from '../ip/ip.ts';
import { addressesOf, publicResolver, resolveSystem } from './resolution.ts';

let server: Socket | undefined;
afterEach(() => {
  server?.close();
  server = undefined;
});

const [a, aaaa] = [1, 28];
/**
 * Starts a name server that answers queries of a type with these bytes, with an error code, or not
 * at all.
 */
const nameServer = async (
  answers: Record<number, number[][] | number | 'silent'>,
): Promise<string> => {
  const socket = createSocket('udp4', (query, from) => {
    const end = query.indexOf(0, 12) + 5;
    const answer = answers[query.readUInt16BE(end - 4)] ?? [];
    if (answer === 'silent') return;
    const records = typeof answer === 'number' ? [] : answer;
    const head = Buffer.from([
      ...query.subarray(0, 2),
      0x81,
      0x80 | (typeof answer === 'number' ? answer : 0),
      0,
      1,
      0,
      records.length,
      0,
      0,
      0,
      0,
    ]);
    const body = records.map((bytes) =>
      Buffer.from([
        0xc0,
        12,
        ...query.subarray(end - 4, end),
        0,
        0,
        0,
        0,
        0,
        bytes.length,
        ...bytes,
      ]),
    );
    socket.send(Buffer.concat([head, query.subarray(12, end), ...body]), from.port, from.address);
  });
  server = socket;
  socket.bind(0, '127.0.0.1');
  await once(socket, 'listening');
  return `127.0.0.1:${socket.address().port}`;
};
const v6 = [0x20, 1, 0x48, 0x60, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 1];

describe('addressesOf', () => {
  test.each<[string, Parameters<typeof nameServer>[0], string[]]>([
    [
      'gives both families, IPv4 first',
      {
        [aaaa]: [v6],
        [a]: [
          [192, 0, 2, 1],
          [192, 0, 2, 2],
        ],
      },
      ['192.0.2.1', '192.0.2.2', '2001:4860::1'],
    ],
    ['gives one family alone', { [aaaa]: [v6] }, ['2001:4860::1']],
    ['gives one family when the other fails', { [a]: [[192, 0, 2, 1]], [aaaa]: 2 }, ['192.0.2.1']],
    [
      'gives one family when the other is not answered',
      { [a]: [[192, 0, 2, 1]], [aaaa]: 'silent' },
      ['192.0.2.1'],
    ],
    [
      'keeps mapped addresses what they are',
      { [aaaa]: [[0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0xff, 0xff, 127, 0, 0, 1]] },
      ['::ffff:7f00:1'],
    ],
  ])('%s', async (_, answers, expected) => {
    const found = await addressesOf(
      'hooks.example.com',
      publicResolver([await nameServer(answers)]),
    );
    expect(found.map(addressText).toSorted()).toEqual(expected.toSorted());
    expect(found[0]).toHaveLength(expected[0]!.includes(':') ? 16 : 4);
  });

  test.each<[string, Parameters<typeof nameServer>[0]]>([
    ['no such name', { [a]: 3, [aaaa]: 3 }],
    ['no record', {}],
    ['no answer', { [a]: 'silent', [aaaa]: 'silent' }],
  ])('fails in 2 s: %s', async (_, answers) => {
    const found = addressesOf('hooks.example.com', publicResolver([await nameServer(answers)]));
    await expect(soon(found, { withinMs: 2_500 })).rejects.toMatchObject({ code: 'dns_failed' });
  });

  test('reads the hosts file only for names of the operator', async () => {
    const servers = [await nameServer({ [a]: [[192, 0, 2, 9]] })];
    expect(
      (await addressesOf('ip6-localhost.example', publicResolver(servers))).map(addressText),
    ).toEqual(['192.0.2.9']);
    expect((await addressesOf('localhost', resolveSystem)).map(addressText)).toContain('127.0.0.1');
  });
});
