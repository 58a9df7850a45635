import type { Client, Transport } from '@platform/sdk';
import type { Cli } from '../cli.ts';
import type { OperationCall } from './operation-call.ts';

const exampleApi = 'https://api.example.com';
const hidden = '(hidden)';

/** A copy of a body in which secrets are hidden. */
function withoutSecrets(body: unknown, { spec }: OperationCall): unknown {
  if (typeof body !== 'object' || body === null || body instanceof Blob) return body;
  const copy = structuredClone(body) as Record<string, unknown>;
  for (const { name } of (spec.body ?? []).filter(({ secret }) => secret)) {
    const path = name.split('.');
    const last = path.pop()!;
    let at: Record<string, unknown> | undefined = copy;
    for (const part of path) at = at?.[part] as Record<string, unknown> | undefined;
    if (at && last in at) at[last] = hidden;
  }
  return copy;
}

/** A client that prints the request that it would send. */
export async function dryClient(call: OperationCall, { session, terminal }: Cli): Promise<Client> {
  const { createClient } = await import('@platform/sdk/client');
  // Requests can be tried before signing in.
  const baseUrl = await session(call.command).then(
    ({ api }) => api,
    () => exampleApi,
  );
  const { body } = call;
  const fetch: Transport = async (url, { method, headers }) => {
    terminal.print(`${method} ${url}`);
    terminal.print('authorization: Bearer (hidden)');
    for (const [name, value] of new Headers(headers)) terminal.print(`${name}: ${value}`);
    if (body instanceof Blob) terminal.print(`\n(${body.size} bytes)`);
    else if (body !== undefined)
      terminal.print(`\n${JSON.stringify(withoutSecrets(body, call), null, 2)}`);
    return new Response(null, { status: 204 });
  };
  return createClient({ baseUrl, fetch });
}
