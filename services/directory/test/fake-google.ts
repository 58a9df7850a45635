import { createServer } from 'node:http';
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { generateKeyPairSync } from 'node:crypto';
import { jwtVerify } from 'jose';

export interface GooglePerson {
  id: string;
  primaryEmail: string;
  etag: string;
  suspended?: boolean;
}

/** How the fake responds to a request that it does not serve. */
export type Throttle = 'retry-after' | 'user-rate' | 'quota' | 'failure' | 'token-ended';

/**
 * A fake of Google's token endpoint and Admin SDK over HTTP: pages of two, throttling in each of
 * its forms.
 */
export interface FakeGoogle {
  url: string;
  users: Map<string, GooglePerson>;
  groups: Map<string, { id: string; name: string; members: string[] }>;
  /** The service account whose assertions are accepted. */
  key: { client_email: string; private_key: string; private_key_id: string };
  adminEmail: string;
  /** Responses to the next requests of the Admin SDK, in order. */
  throttles: Throttle[];
  /** Groups that are listed and are gone when their members are requested. */
  vanishing: Set<string>;
  /** Requested paths of the Admin SDK, with their page tokens. */
  seen: string[];
  stop(): Promise<void>;
}

const pageSize = 2;
const throttled: Record<Throttle, [number, object, Record<string, string>]> = {
  'retry-after': [429, { error: {} }, { 'retry-after': '0' }],
  'user-rate': [
    403,
    { error: { errors: [{ reason: 'userRateLimitExceeded' }] } },
    { 'retry-after': '0' },
  ],
  failure: [500, {}, {}],
  'token-ended': [401, { error: {} }, {}],
  quota: [403, { error: { errors: [{ reason: 'quotaExceeded' }] } }, { 'retry-after': '0' }],
};

async function formOf(req: IncomingMessage): Promise<URLSearchParams> {
  const chunks: Buffer[] = [];
  for await (const chunk of req) chunks.push(chunk as Buffer);
  return new URLSearchParams(Buffer.concat(chunks).toString());
}

/** Starts {@link FakeGoogle}. */
export async function startFakeGoogle(): Promise<FakeGoogle> {
  const { publicKey, privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 });
  const send = (res: ServerResponse, status: number, body: object, headers = {}): void =>
    void res
      .writeHead(status, { 'content-type': 'application/json', ...headers })
      .end(JSON.stringify(body));

  async function token(req: IncomingMessage, res: ServerResponse): Promise<void> {
    const form = await formOf(req);
    const verified = await jwtVerify(form.get('assertion') ?? '', publicKey, {
      issuer: fake.key.client_email,
      audience: `${fake.url}/token`,
      subject: fake.adminEmail,
    }).catch(() => undefined);
    if (!verified) return send(res, 400, { error: 'invalid_grant' });
    send(res, 200, { access_token: 'a-token', expires_in: 3600 });
  }

  function page(res: ServerResponse, url: URL, name: string, rows: object[]): void {
    const at = Number(url.searchParams.get('pageToken') ?? 0);
    send(res, 200, {
      [name]: rows.slice(at, at + pageSize),
      ...(at + pageSize < rows.length ? { nextPageToken: String(at + pageSize) } : {}),
    });
  }

  function admin(req: IncomingMessage, res: ServerResponse, url: URL): void {
    fake.seen.push(`${url.pathname}${url.searchParams.get('pageToken') ?? ''}`);
    const throttle = fake.throttles.shift();
    if (throttle) return send(res, ...throttled[throttle]);
    if (req.headers.authorization !== 'Bearer a-token') return send(res, 401, { error: {} });
    const [what, id, more] = url.pathname.replace('/admin/directory/v1/', '').split('/');
    if (what === 'users') return page(res, url, 'users', [...fake.users.values()]);
    const group = fake.groups.get(id ?? '');
    if (more === 'members' && fake.vanishing.has(id ?? '')) return send(res, 404, { error: {} });
    if (more === 'members')
      return page(
        res,
        url,
        'members',
        (group?.members ?? []).map((member) => ({ id: member, type: 'USER' })),
      );
    page(
      res,
      url,
      'groups',
      [...fake.groups.values()].map(({ members: _members, ...shown }) => shown),
    );
  }

  const server = createServer((req, res) => {
    const url = new URL(req.url ?? '/', fake.url);
    if (url.pathname === '/token') return void token(req, res);
    admin(req, res, url);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const fake: FakeGoogle = {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    users: new Map(),
    groups: new Map(),
    key: {
      client_email: 'sync@project.iam.gserviceaccount.com',
      private_key: privateKey.export({ type: 'pkcs8', format: 'pem' }) as string,
      private_key_id: 'key-1',
    },
    adminEmail: 'admin@corp.example',
    throttles: [],
    vanishing: new Set(),
    seen: [],
    stop: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
  return fake;
}
