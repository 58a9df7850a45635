import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { partitionOf } from '@platform/contracts';
import { newId } from '@platform/kit/ids';
import { eventually } from '@platform/testkit/eventually';
import { hubUnderTest } from './hub-under-test.ts';
import type { HubUnderTest } from './hub-under-test.ts';

let hub: HubUnderTest;
const received: { path: string; authorization: string; body: any; status: number }[] = [];
const statuses: number[] = [];
const server = createServer((request, response) => {
  const chunks: Buffer[] = [];
  request.on('data', (chunk: Buffer) => chunks.push(chunk));
  request.on('end', () => {
    const status = statuses.shift() ?? 200;
    received.push({
      status,
      path: request.url ?? '',
      authorization: request.headers.authorization ?? '',
      body: JSON.parse(Buffer.concat(chunks).toString()),
    });
    response.writeHead(status).end('{}');
  });
});

beforeAll(async () => {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  hub = await hubUnderTest({
    'platform.security-events.identity-service.base-url': `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    'platform.security-events.identity-service.bearer': 'the-bearer',
  });
  await eventually(() => hub.pod.platform.bus.isConnected());
});
afterAll(async () => {
  await hub.stop();
  server.close();
  server.closeAllConnections();
});

const publish = (tenantId: string, userId: string): Promise<unknown> =>
  hub.pod.platform.db.transact({ tenantId, actor: { type: 'system', id: 'test' } }, (tx) =>
    tx.publish({
      type: 'user.refresh_token_reused',
      subject: { type: 'user', id: userId },
      data: { user: { id: userId } },
    }),
  );
const subjectsIn = (tenantId: string, requests = received): string[] => [
  ...new Set(
    requests
      .filter(({ path }) => path.includes(tenantId))
      .flatMap(({ body }) => body.events.map((event: any) => event.subject.id as string)),
  ),
];

const delivered = (tenantId: string): string[] =>
  subjectsIn(
    tenantId,
    received.filter(({ status }) => status === 200),
  );

describe('security events', () => {
  it('are delivered to the identity service in order, and retried until it accepts them', async () => {
    const { id } = await hub.makeTenant('acme');
    statuses.push(503);
    const users = [newId('user'), newId('user'), newId('user')];
    for (const user of users) await publish(id, user);
    await eventually(() => subjectsIn(id).length === 3);
    expect(subjectsIn(id)).toEqual(users);
    const last = received.at(-1)!;
    expect(last).toMatchObject({
      path: `/internal/tenants/${id}/security-events`,
      authorization: 'Bearer the-bearer',
    });
    expect(last.body.events.at(-1)).toMatchObject({
      id: expect.stringMatching(/^evt_/),
      type: 'token_reuse_detected',
      subject: { type: 'user', id: users[2] },
    });
  });

  it('that could not be delivered for a day are dropped without newer ones', async () => {
    const { id: tenantId } = await hub.makeTenant('initech');
    const js = hub.pod.platform.bus.jetstream()!;
    const [old, fresh] = [newId('user'), newId('user')];
    const send = (user: string, hoursAgo: number) => {
      const id = newId('event');
      const type = 'user.suspended';
      const data = {
        id,
        type,
        occurredAt: new Date(Date.now() - hoursAgo * 3_600_000).toISOString(),
        actor: { type: 'system', id: 'test' },
        organizationId: null,
        subject: { type: 'user', id: user },
        data: { user: { id: user } },
        schemaVersion: 1,
      };
      const source = '/services/directory';
      const envelope = { specversion: '1.0', id, source, type, tenantid: tenantId, data };
      return js.publish(
        `events.${partitionOf(tenantId)}.${tenantId}.${type}`,
        JSON.stringify(envelope),
      );
    };
    statuses.push(503);
    await Promise.all([send(old, 25), send(fresh, 0)]);
    await eventually(() => delivered(tenantId).includes(fresh));
    expect(delivered(tenantId)).not.toContain(old);
  }, 60_000);

  it('that are rejected do not block others', async () => {
    const { id } = await hub.makeTenant('globex');
    statuses.push(400);
    const [first, second] = [newId('user'), newId('user')];
    await publish(id, first);
    await eventually(() => subjectsIn(id).includes(first));
    await publish(id, second);
    await eventually(() => subjectsIn(id).includes(second));
    const stream = await hub.pod.platform.bus.jetstream()!.streams.get('DLQ');
    await eventually(async () => (await stream.info()).state.messages > 0);
  });
});
