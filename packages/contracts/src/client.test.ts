import { beforeEach, describe, expect, it } from 'vitest';
import { ClientProblem, createClient } from './client.ts';

interface Sent {
  url: string;
  method: string;
  headers: Headers;
  body: unknown;
}

let sent: Sent[];
let answer: () => Response;
const client = createClient({
  baseUrl: 'https://api.example/',
  token: async () => 'the-token',
  fetch: (async (url: string, init: RequestInit) => {
    sent.push({
      url,
      method: String(init.method),
      headers: new Headers(init.headers),
      body: init.body,
    });
    return answer();
  }) as typeof fetch,
});

beforeEach(() => {
  sent = [];
  answer = () => Response.json({ id: 'usr_1' });
});

describe('createClient', () => {
  it('puts parameters into path and query', async () => {
    await client.userDirectoryGetByExternalId({ params: { externalId: 'a/b ü' } });
    await client.userDirectoryList({ query: { limit: 5, email: 'a+b@example.com' } });
    await client.userDirectoryList();
    expect(sent.map(({ method, url }) => `${method} ${url}`)).toEqual([
      'GET https://api.example/api/v1/directory/users/external_id/a%2Fb%20%C3%BC',
      'GET https://api.example/api/v1/directory/users?limit=5&email=a%2Bb%40example.com',
      'GET https://api.example/api/v1/directory/users',
    ]);
    expect(sent[0]?.headers.get('authorization')).toBe('Bearer the-token');
  });

  it('sends a body, its type, and the key that makes it safe to repeat', async () => {
    const user = await client.userDirectoryCreate({
      body: { email: 'a@example.com' },
      idempotencyKey: 'k1',
    });
    expect(user.id).toBe('usr_1');
    expect(sent[0]?.body).toBe('{"email":"a@example.com"}');
    expect([sent[0]?.headers.get('content-type'), sent[0]?.headers.get('idempotency-key')]).toEqual(
      ['application/json', 'k1'],
    );
    await client.userDirectoryDelete({ params: { id: 'usr_1' }, ifMatch: '"3"' });
    expect([sent[1]?.headers.get('content-type'), sent[1]?.headers.get('if-match')]).toEqual([
      null,
      '"3"',
    ]);
  });

  it('rejects an empty path parameter, which would address another operation', async () => {
    await expect(client.userDirectoryGet({ params: { id: '' } })).rejects.toThrow(
      'path parameter id is missing',
    );
    expect(sent).toEqual([]);
  });

  it('throws the problem in the response', async () => {
    answer = () =>
      new Response(
        JSON.stringify({ type: 't', title: 'T', status: 404, code: 'not_found', detail: 'gone' }),
        {
          status: 404,
          headers: { 'content-type': 'application/problem+json', 'x-request-id': 'r1' },
        },
      );
    const refused = await client
      .userDirectoryGet({ params: { id: 'usr_1' } })
      .catch((error: unknown) => error);
    expect(refused).toBeInstanceOf(ClientProblem);
    expect(refused).toMatchObject({ message: 'gone', status: 404, problem: { code: 'not_found' } });
    expect((refused as ClientProblem).headers.get('x-request-id')).toBe('r1');
  });

  it('also throws for an error that is not a problem document', async () => {
    answer = () =>
      new Response('<html>', { status: 502, headers: { 'content-type': 'text/html' } });
    await expect(client.userDirectoryGet({ params: { id: 'usr_1' } })).rejects.toMatchObject({
      status: 502,
      problem: { code: 'upstream_failed' },
    });
  });
});

it('is typed by the operations', () => {
  // Never called: checks what the compiler must reject.
  const types = async (): Promise<void> => {
    const user = await client.userDirectoryGet({ params: { id: 'usr_1' } });
    const email: string | null = user.email;
    // @ts-expect-error there is no such parameter
    await client.userDirectoryGet({ params: { userId: email } });
    // @ts-expect-error a body is required
    await client.userDirectoryCreate({});
    // @ts-expect-error no such member
    await client.userDirectoryCreate({ body: { emial: 'a@example.com' } });
    // @ts-expect-error no such operation
    await client.userDirectoryFly();
  };
  expect(types).toBeInstanceOf(Function);
});
