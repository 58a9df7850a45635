import { createServer, request } from 'node:http';
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { withClient } from '@platform/dev/postgres';
import { eventually } from '@platform/testkit/eventually';
import { ownPlatform } from '@platform/testkit/platform';
import type { OwnPlatform } from '@platform/testkit/platform';

/** Where a change of a claims webhook is blocked for good: on its way to the hub, or with the hub's response on its way back. */
let stopAt: 'request' | 'answer' | undefined;
let stopped = 0;
let platform: OwnPlatform;
let token: string;

/** Stands between the access service and the hub. */
const between = createServer((req, res) => void pass(req, res));
async function pass(req: IncomingMessage, res: ServerResponse): Promise<void> {
  const chunks: Buffer[] = [];
  for await (const chunk of req) chunks.push(chunk as Buffer);
  if (stopAt === 'request') return void (stopped += 1);
  const onward = request(
    {
      host: '127.0.0.1',
      port: platform.ports.hub.http,
      method: req.method,
      path: req.url,
      headers: req.headers,
    },
    (answer) => {
      if (stopAt === 'answer')
        return void answer.resume().on('end', () => {
          stopped += 1;
        });
      res.writeHead(answer.statusCode!, answer.headers);
      answer.pipe(res);
    },
  );
  onward.on('error', () => res.destroy()).end(Buffer.concat(chunks));
}

beforeAll(async () => {
  await new Promise<void>((resolve) => between.listen(0, '127.0.0.1', resolve));
  platform = await ownPlatform({
    durable: true,
    settings: {
      'platform.applications.hub.base-url': `http://127.0.0.1:${(between.address() as AddressInfo).port}`,
    },
  });
  token = await platform.token('demo');
});
afterAll(async () => {
  await platform.stop();
  between.closeAllConnections();
  between.close();
});
const anApplication = async (): Promise<string> =>
  (
    await platform.call('post', '/api/v1/applications', {
      token,
      body: { name: 'Killed', type: 'm2m' },
    })
  ).body.clientId;
const claims = (method: 'get' | 'put' | 'delete', clientId: string, body?: object) =>
  platform.call(method, `/api/v1/applications/${clientId}/token-claims`, { token, body });
const sql = async (text: string, params: unknown[]): Promise<any> =>
  (await withClient(platform.postgresUrl, (client) => client.query(text, params))).rows[0];
const atTheHub = async (clientId: string): Promise<object> =>
  (await sql(
    'SELECT url IS NOT NULL AS "isSet", failure_mode AS mode, version FROM hub.claims_webhook WHERE client_id = $1',
    [clientId],
  )) ?? { isSet: false };
/** SIGKILL; the supervisor brings it back. */
async function kill(clientId: string): Promise<void> {
  const pidOf = (): number | undefined => platform.processes.get('fga')!.pid;
  const pid = await eventually(async () => pidOf());
  process.kill(pid, 'SIGKILL');
  await eventually(
    async () =>
      pidOf() !== undefined && pidOf() !== pid && (await claims('get', clientId)).status === 200,
  );
}

test.each(['request', 'answer'] as const)(
  "killed during the hub's %s: changes are rolled back, and the previous state stays in effect",
  async (where) => {
    const [first, later, ending] = [
      await anApplication(),
      await anApplication(),
      await anApplication(),
    ];
    for (const clientId of [later, ending])
      expect((await claims('put', clientId)).status).toBe(200);
    [stopAt, stopped] = [where, 0];
    const answers = [
      claims('put', first),
      claims('put', later, { failureMode: 'deny' }),
      claims('delete', ending),
    ].map((call) =>
      call.then(
        (answer) => answer.status,
        () => 0,
      ),
    );
    await eventually(async () => stopped === 3);
    await kill(first);
    for (const status of await Promise.all(answers)) expect(status).not.toBe(200);
    stopAt = undefined;

    expect((await claims('get', first)).body).toMatchObject({
      enabled: false,
      syncState: 'pending',
    });
    expect((await claims('get', later)).body).toMatchObject({
      enabled: true,
      failureMode: 'omit',
      syncState: 'pending',
    });
    expect((await claims('get', ending)).body).toMatchObject({
      enabled: true,
      syncState: 'pending',
    });
    const isThrough = where === 'answer';
    expect(await atTheHub(first)).toMatchObject({ isSet: isThrough });
    expect(await atTheHub(later)).toEqual(
      isThrough
        ? { isSet: true, mode: 'deny', version: 2 }
        : { isSet: true, mode: 'omit', version: 1 },
    );
    expect(await atTheHub(ending)).toMatchObject({ isSet: !isThrough });

    // A minute later; a process that starts checks immediately.
    await sql(
      `UPDATE access.token_claims SET pending_since = pending_since - interval '61 seconds' WHERE client_id = ANY($1)`,
      [[first, later, ending]],
    );
    await kill(first);
    for (const clientId of [first, later, ending])
      await eventually(async () => (await claims('get', clientId)).body.syncState === 'in_sync');
    expect([(await claims('get', first)).body.enabled, await atTheHub(first)]).toEqual([
      false,
      expect.objectContaining({ isSet: false }),
    ]);
    expect([(await claims('get', later)).body.failureMode, await atTheHub(later)]).toEqual([
      'omit',
      { isSet: true, mode: 'omit', version: 3 },
    ]);
    expect([(await claims('get', ending)).body.enabled, await atTheHub(ending)]).toEqual([
      true,
      { isSet: true, mode: 'omit', version: 3 },
    ]);
    expect((await claims('put', later, { failureMode: 'deny' })).body).toMatchObject({
      failureMode: 'deny',
      syncState: 'in_sync',
    });
  },
);
