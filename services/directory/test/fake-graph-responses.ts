import type { IncomingMessage, ServerResponse } from 'node:http';
import type { FakeGraph, GraphState } from './fake-graph-state.ts';

/** A request to Graph and its response. */
export interface GraphCall {
  req: IncomingMessage;
  res: ServerResponse;
  url: URL;
}

const pageSize = 2;
const base64 = (json: object): string => Buffer.from(JSON.stringify(json)).toString('base64url');

export const sendGraphJson = (
  res: ServerResponse,
  status: number,
  body: object,
  headers = {},
): void =>
  void res
    .writeHead(status, { 'content-type': 'application/json', ...headers })
    .end(JSON.stringify(body));

export async function sendToken(
  { fake, tokens }: GraphState,
  req: IncomingMessage,
  res: ServerResponse,
): Promise<void> {
  const chunks: Buffer[] = [];
  for await (const chunk of req) chunks.push(chunk as Buffer);
  const form = new URLSearchParams(Buffer.concat(chunks).toString());
  if (form.get('client_secret') !== fake.secret)
    return sendGraphJson(res, 401, { error: 'invalid_client', error_codes: [7000215] });
  const access = `${base64({ alg: 'none' })}.${base64({ roles: fake.roles, jti: tokens })}.x`;
  sendGraphJson(res, 200, { access_token: access, token_type: 'Bearer', expires_in: 3600 });
}

function sendPage({ res, url }: GraphCall, rows: object[]): void {
  const at = Number(url.searchParams.get('at') ?? 0);
  const next = new URL(url);
  next.searchParams.set('at', String(at + pageSize));
  sendGraphJson(res, 200, {
    value: rows.slice(at, at + pageSize),
    ...(at + pageSize < rows.length ? { '@odata.nextLink': next.href } : {}),
  });
}

function sendDelta({ fake, generation }: GraphState, call: GraphCall, what: string): void {
  const { res, url } = call;
  const asked = url.searchParams.get('$deltatoken');
  if (asked === null) return sendPage(call, []);
  if (asked === 'latest' && what === 'users') {
    const selected = url.searchParams.get('$select')?.split(',') ?? [];
    if (selected.some((name) => fake.untrackable.has(name)))
      return sendGraphJson(res, 400, { error: {} });
    fake.tracked = selected;
  }
  if (asked !== 'latest' && Number(asked) < generation)
    return sendGraphJson(res, 410, { error: {} });
  const all = what === 'groups' ? fake.changedGroups : fake.changed;
  const changes = asked === 'latest' ? [] : [...all];
  const value = changes.map(([id, how]) =>
    how === 'removed' ? { id, '@removed': { reason: 'deleted' } } : { id },
  );
  if (asked !== 'latest') all.clear();
  const link = `${fake.url}/v1.0/${what}/delta?$deltatoken=${generation}`;
  sendGraphJson(res, 200, { value, '@odata.deltaLink': link });
}

/** Filters by `id in (…)` and `startswith(displayName,'…')`. */
function passes(
  { lagging }: FakeGraph,
  filter: string | null,
  { id, displayName = '' }: { id: string; displayName?: string },
): boolean {
  const [, ids] = /id in \(([^)]*)\)/.exec(filter ?? '') ?? [];
  const [, start = ''] = /startswith\(displayName,'([^']*)'\)/.exec(filter ?? '') ?? [];
  const isAmong = ids === undefined || (ids.includes(`'${id}'`) && !lagging.has(id));
  return isAmong && displayName.startsWith(start);
}

function sendGroups(fake: FakeGraph, call: GraphCall): void {
  const filter = call.url.searchParams.get('$filter');
  const found = [...fake.groups.values()].filter((group) => passes(fake, filter, group));
  sendPage(
    call,
    found.map(({ members: _members, ...shown }) => shown),
  );
}

function sendMembers(fake: FakeGraph, call: GraphCall, id: string): void {
  const group = fake.vanishing.has(id) ? undefined : fake.groups.get(id);
  if (!group) return sendGraphJson(call.res, 404, { error: {} });
  sendPage(
    call,
    group.members.map((member) => ({ id: member })),
  );
}

function sendUsers(fake: FakeGraph, call: GraphCall, id: string): void {
  if (id !== '') {
    const user = fake.users.get(id);
    return user ? sendGraphJson(call.res, 200, user) : sendGraphJson(call.res, 404, { error: {} });
  }
  const filter = call.url.searchParams.get('$filter');
  const found = [...fake.users.values()].filter((user) => passes(fake, filter, user));
  return filter === null ? sendPage(call, found) : sendGraphJson(call.res, 200, { value: found });
}

function isCurrentToken({ tokens }: GraphState, { headers }: IncomingMessage): boolean {
  const [, claims = ''] = (headers.authorization ?? '').split('.');
  return JSON.parse(Buffer.from(claims, 'base64url').toString() || '{}').jti === tokens;
}

/** Whether the call failed with an error that a test requested, or because of its token. */
function failsAsOrdered(state: GraphState, { req, res, url }: GraphCall): boolean {
  const { fake } = state;
  if (fake.throttle > 0) {
    fake.throttle -= 1;
    sendGraphJson(res, 429, { error: {} }, { 'retry-after': '0' });
  } else if (fake.failures > 0) {
    fake.failures -= 1;
    res.writeHead(502, { 'content-type': 'text/html' }).end('<html>');
  } else if (!isCurrentToken(state, req)) sendGraphJson(res, 401, { error: {} });
  else if (fake.expirePages && url.searchParams.has('at')) {
    fake.expirePages = false;
    sendGraphJson(res, 410, { error: {} });
  }
  return res.headersSent;
}

const organization = {
  id: 'contoso',
  displayName: 'Contoso',
  verifiedDomains: [{ name: 'contoso.com' }],
};

export function sendFromGraph(state: GraphState, call: GraphCall): void {
  const { fake } = state;
  fake.seen.push(call.url.pathname);
  if (failsAsOrdered(state, call)) return;
  const [, what = '', id = '', more] = call.url.pathname.replace('/v1.0', '').split('/');
  if (id === 'delta') return sendDelta(state, call, what);
  if (what === 'organization') return sendGraphJson(call.res, 200, { value: [organization] });
  if (what !== 'groups') return sendUsers(fake, call, id);
  return more === 'members' ? sendMembers(fake, call, id) : sendGroups(fake, call);
}
