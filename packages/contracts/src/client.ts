import type { z } from 'zod';
import { catalogue } from './catalogue.ts';
import type { CatalogueEntry, operationsByOwner } from './catalogue.ts';
import type { Operation } from './operation.ts';
import { problemType, problems } from './problems.ts';
import type { ProblemBody } from './problems.ts';

type ByOwner = typeof operationsByOwner;
type UnionToIntersection<U> = (U extends unknown ? (member: U) => void : never) extends (
  whole: infer I,
) => void
  ? I
  : never;
type AllOperations = UnionToIntersection<ByOwner[keyof ByOwner]>;

type PathNames<Path extends string> = Path extends `${string}{${infer Name}}${infer Rest}`
  ? Name | PathNames<Rest>
  : never;
type Params<O extends Operation> = [PathNames<O['path']>] extends [never]
  ? { params?: undefined }
  : { params: { [N in PathNames<O['path']>]: string } };
type Query<O extends Operation> = O['query'] extends z.ZodType
  ? { query?: Partial<z.input<O['query']>> }
  : { query?: undefined };
type Body<O extends Operation> = O['bodyKind'] extends 'octets'
  ? { body: BodyInit }
  : O['body'] extends z.ZodType
    ? O['bodyOptional'] extends true
      ? { body?: z.input<O['body']> }
      : { body: z.input<O['body']> }
    : { body?: undefined };

/** Options of a call in addition to its input. */
export interface CallOptions {
  /** Sent as `Idempotency-Key`: repeating the call with the same key returns the same response. */
  idempotencyKey?: string;
  /** Sent as `If-Match`. */
  ifMatch?: string;
  signal?: AbortSignal;
  headers?: Record<string, string>;
}

type BodyInit = NonNullable<RequestInit['body']>;
type Call<O extends Operation> = Params<O> & Query<O> & Body<O> & CallOptions;
type Result<O extends Operation> = O['status'] extends 204 ? undefined : z.output<O['response']>;
type Method<O extends Operation> =
  Record<never, never> extends Call<O>
    ? (call?: Call<O>) => Promise<Result<O>>
    : (call: Call<O>) => Promise<Result<O>>;

/** One method per operation of the API, named by its operationId. */
export type Client = {
  [K in keyof AllOperations]: AllOperations[K] extends Operation ? Method<AllOperations[K]> : never;
};

/** Address of the API, and the caller's credentials. */
export interface ClientOptions {
  baseUrl: string;
  /** An access token, or a function that returns one for each call. */
  token: string | (() => string | Promise<string>);
  fetch?: typeof globalThis.fetch;
}

/** The problem that the API responded with. A response without one becomes `upstream_failed`. */
export class ClientProblem extends Error {
  readonly problem: ProblemBody;
  readonly status: number;
  readonly headers: Headers;

  constructor(problem: ProblemBody, headers: Headers) {
    super(problem.detail ?? problem.title);
    this.name = 'ClientProblem';
    this.problem = problem;
    this.status = problem.status;
    this.headers = headers;
  }
}

interface AnyCall extends CallOptions {
  params?: Record<string, string>;
  query?: Record<string, unknown>;
  body?: unknown;
}

const pathOf = ({ path }: Operation, params: Record<string, string> = {}): string =>
  path.replace(/\{([A-Za-z0-9_]+)\}/g, (_, name: string) => {
    const value = params[name];
    if (value === undefined || value === '')
      throw new TypeError(`path parameter ${name} is missing`);
    return encodeURIComponent(value);
  });

function queryOf(query: Record<string, unknown> = {}): string {
  const given = Object.entries(query).filter(([, value]) => value !== undefined);
  return given.length === 0
    ? ''
    : `?${new URLSearchParams(given.map(([name, value]): [string, string] => [name, String(value)]))}`;
}

async function problemOf(answer: Response): Promise<ClientProblem> {
  const text = await answer.text();
  if ((answer.headers.get('content-type') ?? '').startsWith('application/problem+json'))
    return new ClientProblem(JSON.parse(text) as ProblemBody, answer.headers);
  const code = 'upstream_failed';
  return new ClientProblem(
    {
      type: problemType(code),
      title: problems[code].title,
      status: answer.status,
      code,
      detail: `the response (${answer.status}) is not a problem document`,
    },
    answer.headers,
  );
}

function bodyOf(
  { bodyKind }: Operation,
  body: unknown,
): Pick<RequestInit, 'body'> & { type?: string; duplex?: 'half' } {
  if (body === undefined) return {};
  if (bodyKind === 'octets')
    return { body: body as BodyInit, type: 'application/octet-stream', duplex: 'half' };
  return { body: JSON.stringify(body), type: 'application/json' };
}

/**
 * Creates a client of the whole API, typed by its operations: `client.userDirectoryGet({ params: {
 * id } })`. Methods throw {@link ClientProblem} for every response that is not a success.
 */
export function createClient({ baseUrl, token, fetch = globalThis.fetch }: ClientOptions): Client {
  const base = baseUrl.replace(/\/+$/, '');

  const method =
    ({ operation }: CatalogueEntry) =>
    async (call: AnyCall = {}): Promise<unknown> => {
      const { body, type, duplex } = bodyOf(operation, call.body);
      const answer = await fetch(`${base}${pathOf(operation, call.params)}${queryOf(call.query)}`, {
        method: operation.method.toUpperCase(),
        redirect: 'error',
        headers: {
          accept: 'application/json',
          authorization: `Bearer ${typeof token === 'string' ? token : await token()}`,
          ...(type ? { 'content-type': type } : {}),
          ...(call.idempotencyKey ? { 'idempotency-key': call.idempotencyKey } : {}),
          ...(call.ifMatch ? { 'if-match': call.ifMatch } : {}),
          ...call.headers,
        },
        ...(body === undefined ? {} : { body }),
        ...(duplex ? { duplex } : {}),
        ...(call.signal ? { signal: call.signal } : {}),
      } as RequestInit);
      if (!answer.ok) throw await problemOf(answer);
      return answer.status === 204 ? undefined : ((await answer.json()) as unknown);
    };

  return Object.fromEntries(
    catalogue.map((entry) => [entry.operationId, method(entry)]),
  ) as unknown as Client;
}
