import { createServer } from 'node:http';
import type { Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { sendFromGraph, sendGraphJson, sendToken } from './fake-graph-responses.ts';
import type { FakeGraph, GraphState } from './fake-graph-state.ts';

const stop = (server: Server) => (): Promise<void> =>
  new Promise((resolve) => {
    server.close(() => resolve());
    server.closeAllConnections();
  });

export async function startFakeGraph(): Promise<FakeGraph> {
  const waiting: (() => void)[] = [];
  const server = createServer((req, res) => {
    const { fake } = state;
    const url = new URL(req.url ?? '/', fake.url);
    if (url.pathname.endsWith('/token')) return void sendToken(state, req, res);
    if (url.pathname.endsWith('/openid-configuration'))
      return sendGraphJson(res, 200, { issuer: `${fake.url}/contoso` });
    const send = (): void => sendFromGraph(state, { req, res, url });
    if (fake.seen.length >= fake.holdAfter) return void waiting.push(send);
    send();
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
    endTokens: () => void (state.tokens += 1),
    expireLinks: () => void (state.generation += 1),
    expirePages: false,
    changed: new Map(),
    changedGroups: new Map(),
    lagging: new Set(),
    vanishing: new Set(),
    seen: [],
    tracked: [],
    untrackable: new Set(),
    holdAfter: Infinity,
    get held() {
      return waiting.length;
    },
    release() {
      fake.holdAfter = Infinity;
      for (const send of waiting.splice(0)) send();
    },
    stop: stop(server),
  };
  const state: GraphState = { fake, generation: 1, tokens: 1 };
  return fake;
}
