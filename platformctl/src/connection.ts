import { readFile } from 'node:fs/promises';
import { rpcPeer } from '@platform/kit/grpc';
import type { RpcClient } from '@platform/kit/grpc';
import { Problem, problem } from '@platform/kit/problem';

/** How an operator reaches the hub. */
export interface HubOptions {
  /** `host:port`. */
  hub: string;
  /** File with a projected token for the audience `hub`. */
  tokenFile?: string;
  /** File with a bearer of the platform's issuer. */
  bearerFile?: string;
}

/** The hub's methods for operators, and the metadata that each call carries. */
export interface HubConnection {
  tenants: RpcClient<'platform.hub.v1.Tenants'>;
  headers: Record<string, string>;
}

const deadlineMs = 10_000;

const firstLine = async (file: string): Promise<string> =>
  ((await readFile(file, 'utf8')).split('\n', 1)[0] as string).trim();

/** Connects for one piece of work. */
export async function withHub<T>(
  { hub, tokenFile, bearerFile }: HubOptions,
  work: (hub: HubConnection) => Promise<T>,
): Promise<T> {
  if (!tokenFile && !bearerFile)
    throw new Error('Say who you are: --token-file, or --bearer-file.');
  const headers: Record<string, string> = bearerFile
    ? { 'x-platform-bearer': await firstLine(bearerFile) }
    : {};
  // The file is read at each call: the kubelet replaces it.
  const peer = rpcPeer({
    address: hub,
    token: async () => (tokenFile ? firstLine(tokenFile) : 'none'),
  });
  try {
    return await work({ tenants: peer.service('platform.hub.v1.Tenants'), headers });
  } finally {
    peer.close();
  }
}

/** Options of one call. */
export const callOptions = ({ headers }: HubConnection) => ({ headers, deadlineMs });

const passing: readonly string[] = ['upstream_unavailable', 'upstream_timeout'];

/** Repeats what may be repeated while the hub is away: five times, up to 3 s apart. */
export async function patiently<T>(
  call: () => Promise<T>,
  pause: (ms: number) => Promise<unknown> = (ms) =>
    new Promise((resolve) => setTimeout(resolve, ms)),
): Promise<T> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await call();
    } catch (error) {
      const isPassing = error instanceof Problem && passing.includes(error.code);
      if (!isPassing) throw error;
      if (attempt === 5)
        throw problem(error.code, { detail: 'The hub does not answer', cause: error });
      await pause(Math.min(3_000, 200 * 2 ** attempt));
    }
  }
}
