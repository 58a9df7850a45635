import type { Transport } from './attempt.ts';
import { Call } from './call.ts';
import type { Hooks } from './hooks.ts';
import type { OperationRow } from './operation.ts';
import type { AnyOptions } from './options.ts';
import { PagedCall } from './pages.ts';
import type { AnyPage } from './pages.ts';
import type { ProblemCode } from './problem.ts';
import { prepareRequest } from './request.ts';
import type { CallResponse } from './response.ts';
import { send } from './send.ts';
import type { Sender } from './send.ts';
import type { TokenSource } from './token-source.ts';
import { version } from './version.ts';

/** Where the API is, and how it is called. */
export interface ClientOptions {
  /** URL of the API, such as `https://api.example.com`. */
  baseUrl: string;
  /** An access token, or a source of tokens. Omit it if the transport authenticates requests. */
  token?: string | TokenSource;
  /** Sends requests. Default: the global `fetch`. */
  fetch?: Transport;
  /** Milliseconds that each attempt can take. Default: 30 seconds. */
  timeoutMs?: number;
  /** How often a request is repeated, where that is safe. Default: 2. */
  retries?: number;
  hooks?: Hooks;
  /** `User-Agent` of requests. Default: name and version of the SDK; browsers send their own. */
  userAgent?: string;
}

/** Calls operations. The resources are functions that take a client, so that a bundle has only those that it uses. */
export interface Client {
  call<T, C extends ProblemCode>(
    row: OperationRow,
    parameters: readonly string[],
    body?: unknown,
    options?: object,
  ): Call<T, C>;
  list<P extends AnyPage, C extends ProblemCode>(
    row: OperationRow,
    parameters: readonly string[],
    options?: object,
  ): PagedCall<P, C>;
}

const knownOptions = ['baseUrl', 'token', 'fetch', 'timeoutMs', 'retries', 'hooks', 'userAgent'];

function baseUrlOf(options: ClientOptions): string {
  for (const name of Object.keys(options))
    if (!knownOptions.includes(name)) throw new TypeError(`the client has no option "${name}"`);
  const url = URL.canParse(options.baseUrl) ? new URL(options.baseUrl) : undefined;
  if (!url || !/^https?:$/.test(url.protocol) || url.search || url.hash)
    throw new TypeError('baseUrl must be an http or https URL without query and fragment');
  return url.href.replace(/\/+$/, '');
}

const isBrowser = 'document' in globalThis;

const senderOf = (options: ClientOptions): Sender => ({
  // Looked up for each call, so that a test can replace it; called as a method of the global object, as browsers require.
  transport: options.fetch ?? ((url, init) => globalThis.fetch(url, init)),
  token: options.token,
  timeoutMs: options.timeoutMs ?? 30_000,
  retries: options.retries ?? 2,
  hooks: options.hooks ?? {},
  userAgent: options.userAgent ?? (isBrowser ? undefined : `platform-sdk/${version}`),
});

/**
 * Makes a client for the functions of single resources.
 * @example const directory = users(createClient({ baseUrl: 'https://api.example.com', token }));
 */
export function createClient(options: ClientOptions): Client {
  const baseUrl = baseUrlOf(options);
  const sender = senderOf(options);

  async function run<T>(
    row: OperationRow,
    parameters: readonly string[],
    body: unknown,
    given: object | undefined,
  ): Promise<CallResponse<T>> {
    const request = prepareRequest(baseUrl, row, parameters, body, given as AnyOptions);
    const sent = () => send(sender, request) as Promise<CallResponse<T>>;
    const { name, method, path } = row;
    return sender.hooks.around?.({ operation: name, method, path }, sent) ?? sent();
  }

  return {
    call<T, C extends ProblemCode>(
      row: OperationRow,
      parameters: readonly string[],
      body?: unknown,
      given?: object,
    ) {
      const call = new Call<T, C>(() => run<T>(row, parameters, body, given));
      // Sent without being awaited, as any promise; its failure is then an unhandled rejection.
      void call.response();
      return call;
    },
    list<P extends AnyPage, C extends ProblemCode>(
      row: OperationRow,
      parameters: readonly string[],
      given?: object,
    ) {
      const page = (cursor?: string) =>
        run<P>(row, parameters, undefined, cursor === undefined ? given : { ...given, cursor });
      const next = (cursor: string) => page(cursor).then(({ value }) => value);
      return new PagedCall<P, C>(() => page(), next);
    },
  };
}
