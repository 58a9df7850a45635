import { generateKeyPairSync } from 'node:crypto';
import { globalAgent } from 'node:http';
import type { Agent } from 'node:http';
import { lookup } from 'node:dns';
import type { LookupFunction } from 'node:net';
import {
  ClientWriteRequestOnDuplicateWrites,
  ConsistencyPreference,
  CredentialsMethod,
  FgaApiAuthenticationError,
  FgaApiNotFoundError,
  FgaApiValidationError,
  OpenFgaClient,
} from '@openfga/sdk';
import type { ClientConfiguration, UserClientConfigurationParams } from '@openfga/sdk';
import { sharedPlatform } from '@platform/testkit/platform';
import type { PlatformUnderTest } from '@platform/testkit/platform';
import { beforeAll, describe, expect, it } from 'vitest';

// OpenFGA's own SDK, unchanged, with clients of the platform.
let platform: PlatformUnderTest;
let client: OpenFgaClient;

// Node.js asks the system for names below `localhost`, which may not know them.
const localLookup: LookupFunction = (name, options, done) =>
  lookup(name.endsWith('.localhost') ? 'localhost' : name, options, done);
Object.assign((globalAgent as Agent & { options: object }).options, { lookup: localLookup });

interface Application {
  clientId: string;
  clientSecret: string;
}

const applications = new Map<string, Application>();

/** An application whose secret is sent in the body, as the SDK does. */
async function application(tenant: string, more: object = {}): Promise<Application> {
  const { status, body } = await platform.call('post', '/api/v1/applications', {
    token: await platform.token(tenant),
    body: {
      name: 'OpenFGA',
      type: 'm2m',
      allowedScopes: ['tenant:fga.read', 'tenant:fga.write'],
      tokenEndpointAuthMethod: 'client_secret_post',
      ...more,
    },
  });
  expect([status, body.errors]).toEqual([200, undefined]);
  return body;
}

const sdk = (more: Partial<UserClientConfigurationParams> = {}, tenant = 'acme') => {
  const { issuer } = platform.tenant(tenant);
  const { clientId, clientSecret } = applications.get(tenant)!;
  const apiUrl = `${platform.ready.gateway}/openfga`;
  return new OpenFgaClient({
    apiUrl,
    credentials: {
      method: CredentialsMethod.ClientCredentials,
      config: { apiTokenIssuer: issuer, apiAudience: apiUrl, clientId, clientSecret },
    },
    ...more,
  });
};

const model = {
  schema_version: '1.1',
  type_definitions: [
    { type: 'user' },
    {
      type: 'document',
      relations: {
        editor: { this: {} },
        viewer: { union: { child: [{ this: {} }, { computedUserset: { relation: 'editor' } }] } },
      },
      metadata: {
        relations: {
          editor: { directly_related_user_types: [{ type: 'user' }] },
          viewer: { directly_related_user_types: [{ type: 'user' }] },
        },
      },
    },
  ],
};
const tuple = (user: string, relation: string, object: string) => ({ user, relation, object });
const anne = tuple('user:anne', 'editor', 'document:1');

beforeAll(async () => {
  platform = await sharedPlatform(['acme', 'globex']);
  for (const name of ['acme', 'globex']) applications.set(name, await application(name));
  const { id: storeId } = await sdk().createStore({ name: 'acceptance' });
  client = sdk({ storeId });
  await client.writeAuthorizationModel(model);
});

describe('@openfga/sdk', () => {
  it('creates, lists, reads and deletes stores', async () => {
    const { id } = await sdk().createStore({ name: 'short-lived' });
    const { stores } = await sdk().listStores({ name: 'short-lived' });
    expect(stores.map((store) => store.id)).toEqual([id]);
    const own = sdk({ storeId: id });
    expect((await own.getStore()).name).toBe('short-lived');
    await own.deleteStore();
    await expect(own.getStore()).rejects.toBeInstanceOf(FgaApiNotFoundError);
    await expect(own.getStore()).rejects.toMatchObject({ apiErrorCode: 'store_id_not_found' });
  });

  it('writes and reads models', async () => {
    const { authorization_model_id: id } = await client.writeAuthorizationModel(model);
    expect((await client.readLatestAuthorizationModel()).authorization_model?.id).toBe(id);
    const read = await client.readAuthorizationModel({ authorizationModelId: id });
    expect(read.authorization_model?.type_definitions?.map(({ type }) => type)).toEqual([
      'user',
      'document',
    ]);
    expect((await client.readAuthorizationModels()).authorization_models).toHaveLength(1);
  });

  it('writes tuples and decides', async () => {
    await client.write({ writes: [anne] });
    expect(await client.check({ ...anne, relation: 'viewer' })).toMatchObject({ allowed: true });
    expect(
      await client.check(
        { ...anne, user: 'user:bob' },
        { consistency: ConsistencyPreference.HigherConsistency },
      ),
    ).toMatchObject({ allowed: false });
    const { result } = await client.batchCheck({
      checks: [
        { ...anne, correlationId: 'a' },
        { ...anne, user: 'user:bob', correlationId: 'b' },
        { ...anne, relation: 'owner', correlationId: 'c' },
      ],
    });
    expect(
      Object.fromEntries(
        result.map((one) => [one.correlationId, one.error?.input_error ?? one.allowed]),
      ),
    ).toEqual({ a: true, b: false, c: 'validation_error' });
    expect(
      await client.listRelations({
        user: 'user:anne',
        object: 'document:1',
        relations: ['viewer', 'editor'],
      }),
    ).toEqual({ relations: ['viewer', 'editor'] });
    expect(
      await client.listObjects({ user: 'user:anne', relation: 'viewer', type: 'document' }),
    ).toEqual(expect.objectContaining({ objects: ['document:1'] }));
    const streamed: string[] = [];
    for await (const { object } of client.streamedListObjects({
      user: 'user:anne',
      relation: 'viewer',
      type: 'document',
    }))
      streamed.push(object);
    expect(streamed).toEqual(['document:1']);
    expect(
      (
        await client.listUsers({
          object: { type: 'document', id: '1' },
          relation: 'viewer',
          user_filters: [{ type: 'user' }],
        })
      ).users,
    ).toEqual([{ object: { type: 'user', id: 'anne' } }]);
    expect(
      (await client.expand({ relation: 'viewer', object: 'document:1' })).tree?.root?.name,
    ).toBe('document:1#viewer');
  });

  it('ignores duplicates on request, in transactions and in chunks', async () => {
    const again = tuple('user:carl', 'viewer', 'document:2');
    await client.write({ writes: [again] });
    const conflict = { onDuplicateWrites: ClientWriteRequestOnDuplicateWrites.Ignore };
    await client.write({ writes: [again] }, { conflict });
    await expect(client.write({ writes: [again] })).rejects.toMatchObject({
      apiErrorCode: 'write_failed_due_to_invalid_input',
      message: expect.stringContaining('cannot write a tuple which already exists'),
    });
    const chunked = await client.write(
      { writes: [again, tuple('user:dora', 'viewer', 'document:2')] },
      { transaction: { disable: true, maxPerChunk: 1 } },
    );
    expect(chunked.writes.map(({ status }) => status).sort()).toEqual(['failure', 'success']);
    await client.deleteTuples([again]);
  });

  it('reads tuples and changes page by page', async () => {
    await client.writeTuples(
      Array.from({ length: 5 }, (_, i) => tuple(`user:p${i}`, 'viewer', 'document:pages')),
    );
    const users: string[] = [];
    for (let token: string | undefined, more = true; more; more = Boolean(token)) {
      const page = await client.read(
        { object: 'document:pages' },
        { pageSize: 2, ...(token ? { continuationToken: token } : {}) },
      );
      users.push(...page.tuples.map(({ key }) => key.user));
      token = page.continuation_token;
    }
    expect(users).toHaveLength(5);
    const { changes, continuation_token: token } = await client.readChanges({ type: 'document' });
    expect(changes.length).toBeGreaterThanOrEqual(5);
    const end = await client.readChanges(
      { type: 'document' },
      token ? { continuationToken: token } : {},
    );
    expect([end.changes, end.continuation_token]).toEqual([[], token]);
  });

  it('keeps assertions', async () => {
    const { authorization_model_id: authorizationModelId } =
      await client.writeAuthorizationModel(model);
    await client.writeAssertions([{ ...anne, expectation: true }], { authorizationModelId });
    const { assertions } = await client.readAssertions({ authorizationModelId });
    expect(assertions).toMatchObject([{ tuple_key: anne, expectation: true }]);
  });

  it('gets a token by a key', async () => {
    const { publicKey, privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 });
    const jwk = { ...publicKey.export({ format: 'jwk' }), kid: 'sdk', alg: 'RS256', use: 'sig' };
    const { clientId } = await application('acme', {
      allowedScopes: ['tenant:fga.read'],
      tokenEndpointAuthMethod: 'private_key_jwt',
      jwks: { keys: [jwk] },
    });
    const { issuer } = platform.tenant('acme');
    const apiUrl = `${platform.ready.gateway}/openfga`;
    const keyed = sdk({
      storeId: client.storeId,
      credentials: {
        method: CredentialsMethod.ClientCredentials,
        config: {
          apiTokenIssuer: issuer,
          apiAudience: apiUrl,
          clientId,
          clientAssertionSigningKey: privateKey.export({ type: 'pkcs8', format: 'pem' }) as string,
          clientAssertionSigningAlgorithm: 'RS256',
        },
      },
    } as Partial<ClientConfiguration>);
    expect(await keyed.check(anne)).toMatchObject({ allowed: true });
    await expect(keyed.write({ writes: [anne] })).rejects.toMatchObject({ statusCode: 403 });
  });

  it('reports a wrong secret, a wrong audience, and a token that is none', async () => {
    const { issuer } = platform.tenant('acme');
    const { clientId, clientSecret } = applications.get('acme')!;
    const apiAudience = `${platform.ready.gateway}/openfga`;
    const config = { apiTokenIssuer: issuer, apiAudience, clientId, clientSecret };
    const withConfig = (more: object) =>
      sdk({
        storeId: client.storeId,
        credentials: {
          method: CredentialsMethod.ClientCredentials,
          config: { ...config, ...more },
        },
      });
    for (const more of [{ clientSecret: 'wrong' }, { apiAudience: 'https://elsewhere.test' }])
      await expect(withConfig(more).check(anne)).rejects.toBeInstanceOf(FgaApiAuthenticationError);
    const none = sdk({
      storeId: client.storeId,
      credentials: { method: CredentialsMethod.ApiToken, config: { token: 'none' } },
    });
    await expect(none.check(anne)).rejects.toMatchObject({ statusCode: 401 });
  });

  it('finds nothing of another tenant', async () => {
    const theirs = sdk({ storeId: client.storeId }, 'globex');
    await expect(theirs.check(anne)).rejects.toMatchObject({ apiErrorCode: 'store_id_not_found' });
    await expect(theirs.getStore()).rejects.toBeInstanceOf(FgaApiNotFoundError);
    expect((await sdk({}, 'globex').listStores()).stores.map(({ name }) => name)).toEqual([
      'default',
    ]);
  });

  it('reports what is wrong with a request', async () => {
    await expect(client.check({ ...anne, relation: 'owner' })).rejects.toBeInstanceOf(
      FgaApiValidationError,
    );
    await expect(
      client.listObjects({ user: 'user:anne', relation: 'viewer', type: 'folder' }),
    ).rejects.toMatchObject({ apiErrorCode: 'type_not_found' });
  });
});
