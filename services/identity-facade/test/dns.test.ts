import { createServer, Packet } from 'dns2';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { systemDns } from '../src/domains/dns.ts';
import type { Dns } from '../src/domains/dns.ts';

interface Question {
  name: string;
  type: number;
}
interface Response {
  header: { rcode: number };
  answers: object[];
}

const server = createServer({
  udp: true,
  handle(request: { questions: [Question] }, send: (response: Response) => void) {
    const response = Packet.createResponseFromRequest(request) as Response;
    const [{ name, type }] = request.questions;
    const add = (record: object): void =>
      void response.answers.push({ name, type, class: Packet.CLASS.IN, ttl: 1, ...record });
    if (name === 'silent.example.com') return;
    if (name === 'broken.example.com') response.header.rcode = 2;
    if (name === 'absent.example.com') response.header.rcode = 3;
    if (name === 'txt.example.com' && type === Packet.TYPE.TXT) {
      add({ data: ['platform-domain-', 'verification=x'] });
      add({ data: 'v=spf1' });
    }
    if (name === 'www.example.com' && type === Packet.TYPE.CNAME)
      add({ domain: 'Edge.Example.net' });
    if (name === 'a.example.com' && type === Packet.TYPE.A) add({ address: '198.51.100.1' });
    send(response);
  },
});

let dns: Dns;
beforeAll(async () => {
  const { udp } = (await server.listen({ udp: { port: 0, address: '127.0.0.1' } })) as {
    udp: { port: number };
  };
  dns = systemDns({ servers: [`127.0.0.1:${udp.port}`], timeoutMs: 300, tries: 1 });
});
afterAll(() => server.close());

test('joins the chunks of each TXT record', async () => {
  expect(await dns.txt('txt.example.com')).toEqual({
    result: 'found',
    values: ['platform-domain-verification=x', 'v=spf1'],
  });
});

test('reads a CNAME in lower case, and the addresses of one family', async () => {
  expect(await dns.cname('www.example.com')).toEqual({
    result: 'found',
    values: ['edge.example.net'],
  });
  expect(await dns.addresses('a.example.com')).toEqual({
    result: 'found',
    values: ['198.51.100.1'],
  });
});

test('tells what is absent from what is not known', async () => {
  expect(await dns.txt('absent.example.com')).toEqual({ result: 'absent' });
  expect(await dns.txt('a.example.com')).toEqual({ result: 'absent' });
  expect(await dns.txt('broken.example.com')).toEqual({ result: 'inconclusive', reason: 'failed' });
  expect(await dns.addresses('silent.example.com')).toEqual({
    result: 'inconclusive',
    reason: 'timeout',
  });
});
