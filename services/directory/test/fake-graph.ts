import { createServer } from 'node:http';
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

/** A user of the stand-in. */
export interface GraphUser {
  id: string;
  userPrincipalName: string;
  mail?: string;
  displayName?: string;
  accountEnabled?: boolean;
}

/** A stand-in of Microsoft Entra ID and Microsoft Graph over HTTP: pages of two, delta links, throttling, refusals. */
export interface FakeGraph {
  url: string;
  users: Map<string, GraphUser>;
  groups: Map<string, { id: string; displayName: string; members: string[] }>;
  secret: string;
  /** Permissions in the access token. */
  roles: string[];
  /** So many of the next requests to Graph are answered 429. */
  throttle: number;
  /** Delta links made until now are answered 410. */
  expireLinks(): void;
  /** Changes since the last delta link. */
  changed: Map<string, 'changed' | 'removed'>;
  seen: string[];
  /** Requests to Graph beyond so many wait for `release`. */
  holdAfter: number;
  /** How many wait. */
  readonly held: number;
  release(): void;
  stop(): Promise<void>;
}

const pageSize = 2;
const base64 = (json: object): string => Buffer.from(JSON.stringify(json)).toString('base64url');

export async function startFakeGraph(): Promise<FakeGraph> {
  let generation = 1;
  const waiting: (() => void)[] = [];
  const send = (res: ServerResponse, status: number, body: object, headers = {}): void =>
    void res
      .writeHead(status, { 'content-type': 'application/json', ...headers })
      .end(JSON.stringify(body));

  async function token(req: IncomingMessage, res: ServerResponse): Promise<void> {
    const chunks: Buffer[] = [];
    for await (const chunk of req) chunks.push(chunk as Buffer);
    const form = new URLSearchParams(Buffer.concat(chunks).toString());
    if (form.get('client_secret') !== fake.secret)
      return send(res, 401, { error: 'invalid_client', error_codes: [7000215] });
    const access = `${base64({ alg: 'none' })}.${base64({ roles: fake.roles })}.x`;
    send(res, 200, { access_token: access, token_type: 'Bearer', expires_in: 3600 });
  }

  function page(res: ServerResponse, url: URL, rows: object[]): void {
    const at = Number(url.searchParams.get('at') ?? 0);
    const next = new URL(url);
    next.searchParams.set('at', String(at + pageSize));
    send(res, 200, {
      value: rows.slice(at, at + pageSize),
      ...(at + pageSize < rows.length ? { '@odata.nextLink': next.href } : {}),
    });
  }

  function delta(res: ServerResponse, url: URL, what: string): void {
    const link = (): string => `${fake.url}/v1.0/${what}/delta?$deltatoken=${generation}`;
    const asked = url.searchParams.get('$deltatoken');
    if (asked === null) return page(res, url, []);
    if (asked !== 'latest' && Number(asked) < generation) return send(res, 410, { error: {} });
    const changes = asked === 'latest' || what === 'groups' ? [] : [...fake.changed];
    const value = changes.map(([id, how]) =>
      how === 'removed' ? { id, '@removed': { reason: 'deleted' } } : { id },
    );
    if (asked !== 'latest' && what === 'users') fake.changed.clear();
    send(res, 200, { value, '@odata.deltaLink': link() });
  }

  function graph(res: ServerResponse, url: URL): void {
    fake.seen.push(url.pathname);
    if (fake.throttle > 0) {
      fake.throttle -= 1;
      return send(res, 429, { error: {} }, { 'retry-after': '0' });
    }
    const [, what = '', id = '', more] = url.pathname.replace('/v1.0', '').split('/');
    if (id === 'delta') return delta(res, url, what);
    if (what === 'organization')
      return send(res, 200, {
        value: [
          { id: 'contoso', displayName: 'Contoso', verifiedDomains: [{ name: 'contoso.com' }] },
        ],
      });
    if (what === 'groups' && more === 'members')
      return page(
        res,
        url,
        (fake.groups.get(id)?.members ?? []).map((member) => ({ id: member })),
      );
    if (what === 'groups')
      return page(
        res,
        url,
        [...fake.groups.values()].map(({ id: group, displayName }) => ({ id: group, displayName })),
      );
    const filter = url.searchParams.get('$filter');
    const wanted = [...fake.users.values()].filter(
      (user) => filter === null || filter.includes(`'${user.id}'`),
    );
    return filter === null ? page(res, url, wanted) : send(res, 200, { value: wanted });
  }

  const server = createServer((req, res) => {
    const url = new URL(req.url ?? '/', fake.url);
    if (url.pathname.endsWith('/token')) return void token(req, res);
    if (url.pathname.endsWith('/openid-configuration'))
      return send(res, 200, { issuer: `${fake.url}/contoso` });
    if (fake.seen.length >= fake.holdAfter) return void waiting.push(() => graph(res, url));
    graph(res, url);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const fake: FakeGraph = {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    users: new Map(),
    groups: new Map(),
    secret: 'a-secret-of-the-stand-in',
    roles: ['User.Read.All', 'Group.Read.All'],
    throttle: 0,
    expireLinks: () => void (generation += 1),
    changed: new Map(),
    seen: [],
    holdAfter: Infinity,
    get held() {
      return waiting.length;
    },
    release() {
      fake.holdAfter = Infinity;
      for (const answer of waiting.splice(0)) answer();
    },
    stop: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
  return fake;
}
