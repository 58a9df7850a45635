import { lookup } from 'node:dns';
import { Agent, fetch } from 'undici';

/** Browsers resolve names below `localhost` by themselves (RFC 6761 §6.3); Node.js asks the system, which may not. */
const agent = new Agent({
  connect: {
    lookup: (name, options, done) =>
      lookup(name.endsWith('.localhost') ? 'localhost' : name, options, done),
  },
});

/** `fetch` that finds the hosts of tenants on this machine. */
export const localFetch = ((url: string, init?: object) =>
  fetch(url, { ...init, dispatcher: agent })) as unknown as typeof globalThis.fetch;
