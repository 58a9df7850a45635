import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { accessToken } from '@platform/dev/access-token';
import { sharedPlatform } from '@platform/testkit/platform';
import type { Answer, PlatformUnderTest } from '@platform/testkit/platform';
import { eventually } from '@platform/testkit/eventually';
import { startReceiver } from '@platform/testkit/receiver';
import type { Receiver } from '@platform/testkit/receiver';
import { Webhook } from 'standardwebhooks';

let platform: PlatformUnderTest;
let token: string;
let receiver: Receiver;
const respond = (claims: object): void => {
  receiver.answer = () => ({ body: JSON.stringify({ claims }) });
};

beforeAll(async () => {
  receiver = await startReceiver();
  platform = await sharedPlatform(['acme']);
  token = await platform.token('acme');
});
afterEach(() => void (receiver.received = []));
afterAll(async () => {
  await receiver.stop();
});

const acme = () => platform.tenant('acme');
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
describe("a claim from a tenant's endpoint", () => {
  const name = 'https://claims.example.com/tier';
  const enable = (failureMode: string) =>
    platform.call('put', `/api/v1/applications/${acme().clientId}/token-claims`, {
      token,
      body: { claims: ['custom'], failureMode, timeoutMilliseconds: 3000 },
    });
  let endpoint: { id: string; secret: string };

  test('is in the tokens of an application, valid under its schema', async () => {
    respond({ [name]: 'gold', level: 'seven' });
    endpoint = (
      await platform.call('post', '/api/v1/webhook-endpoints', {
        token,
        body: {
          url: receiver.url,
          purposes: ['claims'],
        },
      })
    ).body;
    const source = { kind: 'endpoint', endpointId: endpoint.id };
    await put(name, { schema: { enum: ['gold', 'silver'] }, source, clientIds: [acme().clientId] });
    await put('level', { schema: { type: 'integer' }, source, default: 0 });
    expect((await enable('deny')).body).toMatchObject({ enabled: true, syncState: 'in_sync' });
    await eventually(async () => (await claimsOf())[name] === 'gold');
    expect(await claimsOf()).toMatchObject({ [name]: 'gold', level: 0, sub: acme().clientId });
    const [request] = receiver.received;
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

  test('can be required: without it, no token or one without custom claims is issued, as configured', async () => {
    await put('level', {
      schema: { type: 'integer' },
      source: { kind: 'endpoint', endpointId: endpoint.id },
      required: true,
    });
    await eventually(async () =>
      claimsOf().then(
        () => false,
        () => true,
      ),
    );
    await enable('omit');
    await eventually(async () =>
      claimsOf().then(
        (claims) => !(name in claims),
        () => false,
      ),
    );
    respond({ [name]: 'silver', level: 7 });
    await eventually(async () => (await claimsOf())['level'] === 7);
  });

  test('disappears with its schema, after which its endpoint can be deleted', async () => {
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
    await eventually(async () => claimsOf().then((claims) => !(name in claims)));
    receiver.received = [];
    await claimsOf();
    expect(receiver.received).toEqual([]);
  });
});
