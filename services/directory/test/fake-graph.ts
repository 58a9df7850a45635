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
  userType?: 'Member' | 'Guest';
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
  /** So many of the next requests to Graph are answered 502. */
  failures: number;
  /** Access tokens made until now are answered 401. */
  endTokens(): void;
  /** Delta links made until now are answered 410. */
  expireLinks(): void;
  /** Links to the next page are answered 410, once. */
  expirePages: boolean;
  /** Changes since the last delta link. */
  changed: Map<string, 'changed' | 'removed'>;
  changedGroups: Map<string, 'changed' | 'removed'>;
  /** Users whom filters do not find yet. */
  lagging: Set<string>;
  /** Groups that are listed and are gone when their members are asked for. */
  vanishing: Set<string>;
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
  let tokens = 1;
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
    const access = `${base64({ alg: 'none' })}.${base64({ roles: fake.roles, jti: tokens })}.x`;
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
    const all = what === 'groups' ? fake.changedGroups : fake.changed;
    const changes = asked === 'latest' ? [] : [...all];
    const value = changes.map(([id, how]) =>
      how === 'removed' ? { id, '@removed': { reason: 'deleted' } } : { id },
    );
    if (asked !== 'latest') all.clear();
    send(res, 200, { value, '@odata.deltaLink': link() });
  }

  const isOwnToken = ({ headers }: IncomingMessage): boolean => {
    const [, claims = ''] = (headers.authorization ?? '').split('.');
    return JSON.parse(Buffer.from(claims, 'base64url').toString() || '{}').jti === tokens;
  };

  /** Filters by `id in (…)` and `startswith(displayName,'…')`. */
  function passes(
    filter: string | null,
    { id, displayName = '' }: { id: string; displayName?: string },
  ) {
    const [, ids] = /id in \(([^)]*)\)/.exec(filter ?? '') ?? [];
    const [, start = ''] = /startswith\(displayName,'([^']*)'\)/.exec(filter ?? '') ?? [];
    const isAmong = ids === undefined || (ids.includes(`'${id}'`) && !fake.lagging.has(id));
    return isAmong && displayName.startsWith(start);
  }

  function groups(res: ServerResponse, url: URL): void {
    const found = [...fake.groups.values()].filter((g) =>
      passes(url.searchParams.get('$filter'), g),
    );
    page(
      res,
      url,
      found.map(({ members: _members, ...shown }) => shown),
    );
  }

  function members(res: ServerResponse, url: URL, id: string): void {
    const group = fake.vanishing.has(id) ? undefined : fake.groups.get(id);
    if (!group) return send(res, 404, { error: {} });
    page(
      res,
      url,
      group.members.map((member) => ({ id: member })),
    );
  }

  function users(res: ServerResponse, url: URL, id: string): void {
    if (id !== '') {
      const user = fake.users.get(id);
      return user ? send(res, 200, user) : send(res, 404, { error: {} });
    }
    const filter = url.searchParams.get('$filter');
    const found = [...fake.users.values()].filter((user) => passes(filter, user));
    return filter === null ? page(res, url, found) : send(res, 200, { value: found });
  }

  function graph(req: IncomingMessage, res: ServerResponse, url: URL): void {
    fake.seen.push(url.pathname);
    if (fake.throttle > 0) {
      fake.throttle -= 1;
      return send(res, 429, { error: {} }, { 'retry-after': '0' });
    }
    if (fake.failures > 0) {
      fake.failures -= 1;
      return void res.writeHead(502, { 'content-type': 'text/html' }).end('<html>');
    }
    if (!isOwnToken(req)) return send(res, 401, { error: {} });
    if (fake.expirePages && url.searchParams.has('at')) {
      fake.expirePages = false;
      return send(res, 410, { error: {} });
    }
    const [, what = '', id = '', more] = url.pathname.replace('/v1.0', '').split('/');
    if (id === 'delta') return delta(res, url, what);
    if (what === 'organization')
      return send(res, 200, {
        value: [
          { id: 'contoso', displayName: 'Contoso', verifiedDomains: [{ name: 'contoso.com' }] },
        ],
      });
    if (what === 'groups') return more === 'members' ? members(res, url, id) : groups(res, url);
    users(res, url, id);
  }

  const server = createServer((req, res) => {
    const url = new URL(req.url ?? '/', fake.url);
    if (url.pathname.endsWith('/token')) return void token(req, res);
    if (url.pathname.endsWith('/openid-configuration'))
      return send(res, 200, { issuer: `${fake.url}/contoso` });
    if (fake.seen.length >= fake.holdAfter) return void waiting.push(() => graph(req, res, url));
    graph(req, res, url);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const fake: FakeGraph = {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    users: new Map(),
    groups: new Map(),
    secret: 'a-secret-of-the-stand-in',
    roles: ['User.Read.All', 'Group.Read.All'],
    throttle: 0,
    failures: 0,
    endTokens: () => void (tokens += 1),
    expireLinks: () => void (generation += 1),
    expirePages: false,
    changed: new Map(),
    changedGroups: new Map(),
    lagging: new Set(),
    vanishing: new Set(),
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
