import { readFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { services } from '@platform/contracts';
import type { ContextName } from '@platform/contracts';
import { rpcPeer } from '@platform/kit/grpc';
import type { RpcClient, RpcPeer } from '@platform/kit/grpc';
import { Problem, problem } from '@platform/kit/problem';
import { usageError } from '@platform/command-line/failure';

/** The connection options of an operator. */
export interface ServerConnectionOptions {
  /** `host:port` of the hub. */
  hub: string;
  /** File with a projected token for the audience `hub`. */
  tokenFile?: string;
  /** Directory with projected tokens, one file per audience. */
  tokenDirectory?: string;
  /** File with a bearer of the platform's issuer, for the hub only. */
  bearerFile?: string;
}

/** The service to call, and its address if it is not beside the hub. */
export interface ServiceCallOptions {
  service: ContextName;
  address?: string | undefined;
}

/** The hub's methods for operators, and the metadata of each call. */
export interface HubConnection {
  tenants: RpcClient<'platform.hub.v1.Tenants'>;
  headers: Record<string, string>;
}

const deadlineMs = 10_000;

/** Options of one call. */
export const callOptions = ({ headers }: Pick<HubConnection, 'headers'> = { headers: {} }) => ({
  headers,
  deadlineMs,
});

const reasons: Readonly<Record<string, string>> = {
  ENOENT: 'the file does not exist',
  EACCES: 'permission denied',
  EISDIR: 'it is a directory',
};

/** Reads the first line of a file named by a flag. */
async function credentialIn(file: string, flag: string): Promise<string> {
  try {
    return ((await readFile(file, 'utf8')).split('\n', 1)[0] as string).trim();
  } catch (error) {
    const { code = '', message } = error as NodeJS.ErrnoException;
    throw new Error(`Cannot read ${file} (${flag}): ${reasons[code] ?? message}.`, {
      cause: error,
    });
  }
}

/** The token file of a service, and the flag that names it. */
function tokenFileOf(
  service: ContextName,
  { tokenFile, tokenDirectory }: ServerConnectionOptions,
): { file: string; flag: string } {
  if (service === 'hub' && tokenFile) return { file: tokenFile, flag: '--token-file' };
  if (tokenDirectory) return { file: join(tokenDirectory, service), flag: '--token-directory' };
  if (tokenFile) return { file: join(dirname(tokenFile), service), flag: 'beside --token-file' };
  throw usageError(
    service === 'hub'
      ? 'No credentials. Set --token-file, --token-directory or --bearer-file.'
      : `No credentials for ${service}. Set --token-directory, which contains a token for each service.`,
  );
}

/** In a cluster, the host of a service is its name; on one machine, services share the hub's host and port offset. */
export function addressOf({ service, address }: ServiceCallOptions, hub: string): string {
  if (address) return address;
  const [, host = hub, port] = /^(.*):(\d+)$/.exec(hub) ?? [];
  const offset = port === undefined ? 0 : Number(port) - services.hub.ports.rpc;
  return `${host === 'hub' ? service : host}:${services[service].ports.rpc + offset}`;
}

const passing: readonly string[] = ['upstream_unavailable', 'upstream_timeout'];
const isPassing = (error: unknown): error is Problem =>
  error instanceof Problem && passing.includes(error.code) && !error.details.detail;

/** Adds the address to the error of a service that did not respond. */
function located(error: unknown, { service }: ServiceCallOptions, address: string): unknown {
  if (!isPassing(error)) return error;
  const flag = service === 'hub' ? '--hub or PLATFORMCTL_HUB' : '--address';
  return problem(error.code, {
    detail: `The service ${service} does not respond at ${address}. Check that it is running and that the address is correct (${flag}).`,
    cause: error,
  });
}

/** Retries idempotent calls while a service is unavailable: five times, up to 3 s apart. */
export async function patiently<T>(
  call: () => Promise<T>,
  pause: (ms: number) => Promise<unknown> = (ms) =>
    new Promise((resolve) => setTimeout(resolve, ms)),
): Promise<T> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await call();
    } catch (error) {
      if (!isPassing(error) || attempt === 5) throw error;
      await pause(Math.min(3_000, 200 * 2 ** attempt));
    }
  }
}

/** Connects to a service, runs `work` and disconnects. */
export async function withService<T>(
  wanted: ServiceCallOptions,
  options: ServerConnectionOptions,
  work: (peer: RpcPeer) => Promise<T>,
): Promise<T> {
  const address = addressOf(wanted, options.hub);
  const { file, flag } = tokenFileOf(wanted.service, options);
  await credentialIn(file, flag);
  // The file is read again for each call: the kubelet replaces it.
  const peer = rpcPeer({ address, token: () => credentialIn(file, flag) });
  try {
    return await work(peer);
  } catch (error) {
    throw located(error, wanted, address);
  } finally {
    peer.close();
  }
}

/** Connects to the hub, runs `work` and disconnects. */
export async function withHub<T>(
  options: ServerConnectionOptions,
  work: (hub: HubConnection) => Promise<T>,
): Promise<T> {
  const { hub: address, bearerFile } = options;
  if (!bearerFile)
    return withService({ service: 'hub', address }, options, (peer) =>
      work({ tenants: peer.service('platform.hub.v1.Tenants'), headers: {} }),
    );
  const headers = { 'x-platform-bearer': await credentialIn(bearerFile, '--bearer-file') };
  const peer = rpcPeer({ address, token: async () => 'none' });
  try {
    return await work({ tenants: peer.service('platform.hub.v1.Tenants'), headers });
  } catch (error) {
    throw located(error, { service: 'hub' }, address);
  } finally {
    peer.close();
  }
}
