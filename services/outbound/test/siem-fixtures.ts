import { createServer } from 'node:tls';
import type { TLSSocket } from 'node:tls';
import type { AddressInfo } from 'node:net';
import type { PropertyName } from '@platform/contracts';
import { newId } from '@platform/kit/ids';
import { eventually } from '@platform/testkit/eventually';
import { startReceiver } from '@platform/testkit/receiver';
import type { Behaviour, Received } from '@platform/testkit/receiver';
import type { TestApi } from '@platform/testkit/service';
import type { OutboundOptions } from '../src/compose/test-options.ts';
import { framesOf } from './syslog-frames.ts';
import { webhookPlatform } from './webhook-fixtures.ts';

export const sinksPath = '/api/v1/siem/sinks';

/** Outbound with sinks that may reach `localhost`, and a receiver with a path for each sink. */
export async function siemPlatform(
  properties: Partial<Record<PropertyName, string>> = {},
  optionsOf: (base: string) => OutboundOptions = () => ({}),
) {
  const receiver = await startReceiver();
  const base = `http://localhost:${receiver.port}`;
  const answers = new Map<string, (request: Received, number: number) => Behaviour>();
  const counts = new Map<string, number>();
  const pathOf = ({ path }: Received): string => path.split('/')[1] ?? '';
  receiver.answer = (request) => {
    const name = pathOf(request);
    const number = (counts.get(name) ?? 0) + 1;
    counts.set(name, number);
    return answers.get(name)?.(request, number) ?? {};
  };
  const web = await webhookPlatform(properties, {
    vendors: { datadog: (site) => `${base}/${site}`, entra: `${base}/entra` },
    ...optionsOf(base),
  });

  // After a start, the tenant directory may not be connected yet.
  const { api: first } = await web.tenant();
  await eventually(async () => (await first.get(sinksPath)).status === 200);

  return {
    ...web,
    base,
    /** Creates a destination with its own behavior and received requests. */
    destination(answer?: (request: Received, number: number) => Behaviour) {
      const name = newId('request');
      if (answer) answers.set(name, answer);
      return {
        url: `${base}/${name}`,
        answer: (next: (request: Received, number: number) => Behaviour) =>
          void answers.set(name, next),
        received: () => receiver.received.filter((request) => pathOf(request) === name),
      };
    },
    /** Returns the requests to a path that a vendor has fixed. */
    receivedAt: (name: string) => receiver.received.filter((request) => pathOf(request) === name),
    answerAt: (name: string, answer: (request: Received, number: number) => Behaviour) =>
      void answers.set(name, answer),
    async sink(api: TestApi, body: Record<string, unknown>) {
      const sink = {
        name: newId('request'),
        filter: { channels: ['lifecycle'], eventTypes: ['user.*'] },
        batch: { maxSeconds: 1 },
        ...body,
      };
      // On a busy machine, the tenant directory may be late.
      const answer = await eventually(async () => {
        const given = await api.post(sinksPath, { body: sink });
        return given.status === 503 ? undefined : given;
      });
      if (answer.status !== 200) throw new Error(JSON.stringify(answer.body));
      return answer.body as { id: string; [member: string]: any };
    },
    health: async (api: TestApi, id: string) => (await api.get(`${sinksPath}/${id}/health`)).body,
    /** Waits until the health of a sink satisfies `is`. Time advances, so that delays of sinks pass. */
    healthOnce: (api: TestApi, id: string, is: (health: any) => boolean): Promise<any> =>
      eventually(async () => {
        web.clock.advance(1_000);
        const { body } = await api.get(`${sinksPath}/${id}/health`);
        return is(body) ? body : undefined;
      }),
    async stopAll() {
      await web.platform.stop();
      await receiver.stop();
    },
  };
}

export type SiemTestPlatform = Awaited<ReturnType<typeof siemPlatform>>;

/** Starts a syslog receiver over TLS on loopback. */
export async function startSyslog(
  { cert, key }: { cert: string; key: string },
  onConnection: (socket: TLSSocket, number: number) => void = () => undefined,
  port = 0,
) {
  const streams: Buffer[] = [];
  const open = new Set<TLSSocket>();
  const server = createServer({ cert, key }, (socket) => {
    const number = streams.push(Buffer.alloc(0)) - 1;
    open.add(socket);
    socket.on('error', () => undefined).on('close', () => open.delete(socket));
    socket.on('data', (chunk) => {
      streams[number] = Buffer.concat([streams[number] ?? Buffer.alloc(0), chunk]);
    });
    onConnection(socket, number + 1);
  });
  await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve));
  return {
    port: (server.address() as AddressInfo).port,
    messages: () => streams.flatMap(framesOf),
    /** Returns the number of connections so far. */
    connections: () => streams.length,
    /** Breaks the open connections. */
    breakOff() {
      for (const socket of open) socket.destroy();
    },
    stop() {
      this.breakOff();
      return new Promise<void>((resolve) => server.close(() => resolve()));
    },
  };
}
