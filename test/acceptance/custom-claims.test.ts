import { createServer } from 'node:http';
import type { IncomingHttpHeaders, ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, afterEach, beforeAll, describe, expect, test } from '@jest/globals';
import { accessToken } from '@platform/dev/access-token';
import { Webhook } from 'standardwebhooks';
import { platformUnderTest } from './platform-under-test.ts';
import type { Answer, PlatformUnderTest } from './platform-under-test.ts';

interface Request {
  headers: IncomingHttpHeaders;
  body: string;
}

let platform: PlatformUnderTest;
let token: string;
let received: Request[] = [];
let respond: (res: ServerResponse) => void = (res) => res.end('{}');
const receiver = createServer((req, res) => {
  const chunks: Buffer[] = [];
  req.on('data', (chunk: Buffer) => chunks.push(chunk));
  req.on('end', () => {
    received.push({ headers: req.headers, body: Buffer.concat(chunks).toString() });
    respond(res);
  });
});

beforeAll(async () => {
  await new Promise<void>((resolve) => receiver.listen(0, 'localhost', resolve));
  platform = await platformUnderTest();
  token = await platform.token('acme');
}, 120_000);
afterEach(() => void (received = []));
afterAll(async () => {
  await platform.stop();
  receiver.close();
}, 60_000);

const acme = () => platform.ready.tenants.find((t) => t.slug === 'acme')!;
const claimsOf = async (): Promise<Record<string, unknown>> => {
  const bearer = await accessToken(platform.ready.hub, acme());
  return JSON.parse(Buffer.from(bearer.split('.')[1]!, 'base64url').toString()) as Record<
    string,
    unknown
  >;
};
const put = async (name: string, body: object): Promise<Answer> => {
  const answer = await platform.call(
    'put',
    `/api/v1/webhook-claim-schemas/${encodeURIComponent(name)}`,
    { token, body },
  );
  if (answer.status !== 200) throw new Error(JSON.stringify(answer.body));
  return answer;
};
const until = async (holds: () => Promise<boolean>): Promise<void> => {
  for (const end = Date.now() + 15_000; !(await holds());) {
    if (Date.now() > end) throw new Error('it did not come about');
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
};

describe("a claim that a tenant's endpoint gives", () => {
  const name = 'https://claims.example.com/tier';
  const enable = (failureMode: string) =>
    platform.call('put', `/api/v1/applications/${acme().clientId}/token-claims`, {
      token,
      body: { claims: ['custom'], failureMode, timeoutMilliseconds: 3000 },
    });
  let endpoint: { id: string; secret: string };

  test('is in the tokens of an application, valid under its schema', async () => {
    respond = (res) => res.end(JSON.stringify({ claims: { [name]: 'gold', level: 'seven' } }));
    endpoint = (
      await platform.call('post', '/api/v1/webhook-endpoints', {
        token,
        body: {
          url: `http://localhost:${(receiver.address() as AddressInfo).port}/claims`,
          purposes: ['claims'],
        },
      })
    ).body;
    const source = { kind: 'endpoint', endpointId: endpoint.id };
    await put(name, { schema: { enum: ['gold', 'silver'] }, source, clientIds: [acme().clientId] });
    await put('level', { schema: { type: 'integer' }, source, default: 0 });
    expect((await enable('deny')).body).toMatchObject({ enabled: true, syncState: 'in_sync' });
    await until(async () => (await claimsOf())[name] === 'gold');
    expect(await claimsOf()).toMatchObject({ [name]: 'gold', level: 0, sub: acme().clientId });
    const [request] = received;
    expect(
      new Webhook(endpoint.secret).verify(
        request!.body,
        request!.headers as Record<string, string>,
      ),
    ).toMatchObject({
      type: 'claims.requested',
      subject: { type: 'client', id: acme().clientId },
      data: { clientId: acme().clientId, tokens: ['access_token'], claims: [name, 'level'] },
    });
  });

  test('may be required: without it there is no token, or one without custom claims, as the application says', async () => {
    await put('level', {
      schema: { type: 'integer' },
      source: { kind: 'endpoint', endpointId: endpoint.id },
      required: true,
    });
    await until(async () =>
      claimsOf().then(
        () => false,
        () => true,
      ),
    );
    await enable('omit');
    await until(async () =>
      claimsOf().then(
        (claims) => !(name in claims),
        () => false,
      ),
    );
    respond = (res) => res.end(JSON.stringify({ claims: { [name]: 'silver', level: 7 } }));
    await until(async () => (await claimsOf())['level'] === 7);
  });

  test('is gone with its schema, and its endpoint may go after it', async () => {
    const remove = () =>
      platform.call('delete', `/api/v1/webhook-endpoints/${endpoint.id}`, { token });
    expect((await remove()).body).toMatchObject({
      code: 'conflict',
      errors: [
        { code: 'in_use', detail: name },
        { code: 'in_use', detail: 'level' },
      ],
    });
    for (const claim of [name, 'level'])
      expect(
        (
          await platform.call(
            'delete',
            `/api/v1/webhook-claim-schemas/${encodeURIComponent(claim)}`,
            { token },
          )
        ).status,
      ).toBe(200);
    expect((await remove()).status).toBe(200);
    await until(async () => claimsOf().then((claims) => !(name in claims)));
    received = [];
    await claimsOf();
    expect(received).toEqual([]);
  });
});
