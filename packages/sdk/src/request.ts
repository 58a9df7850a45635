import { takesKey } from './operation.ts';
import type { OperationRow } from './operation.ts';
import { checkOptions } from './options.ts';
import type { AnyOptions } from './options.ts';

/** A request body that is not JSON. */
export type Octets = Blob | ReadableStream<Uint8Array> | ArrayBuffer | Uint8Array<ArrayBuffer>;

/** Types of Node have no `BodyInit`. */
type RequestBody = NonNullable<RequestInit['body']>;

/** A request before it has a token. */
export interface PreparedRequest {
  row: OperationRow;
  url: string;
  headers: Headers;
  body: RequestBody | undefined;
  options: AnyOptions;
  /** It has an idempotency key or `If-Match`. */
  isGuarded: boolean;
}

function pathOf({ name, path, text }: OperationRow, parameters: readonly string[]): string {
  let position = 0;
  return path.replace(/\{(\w+)\}/g, (_, parameter: string) => {
    const value: unknown = parameters[position++];
    if (typeof value !== 'string' || value === '')
      throw new TypeError(`${name}: ${parameter} must be a non-empty string`);
    // `.` and `..` would name another resource, even percent-encoded (WHATWG URL).
    if (value === '.' || value === '..' || (!text && value.includes('/')))
      throw new TypeError(`${name}: ${parameter} must not be "${value}"`);
    return encodeURIComponent(value);
  });
}

function queryOf({ name, query = [] }: OperationRow, options: AnyOptions): string {
  const search = new URLSearchParams();
  for (const parameter of query) {
    const value = options[parameter];
    if (value === undefined) continue;
    if (!['string', 'number', 'boolean'].includes(typeof value) || Number.isNaN(value))
      throw new TypeError(`${name}: ${parameter} must be a string, number or boolean`);
    search.set(parameter, String(value));
  }
  const text = search.toString();
  return text === '' ? '' : `?${text}`;
}

function bodyOf(row: OperationRow, body: unknown, headers: Headers): RequestBody | undefined {
  if (body === undefined) return undefined;
  headers.set('content-type', row.octets ? 'application/octet-stream' : 'application/json');
  return row.octets ? (body as RequestBody) : JSON.stringify(body);
}

/** Checks the input of a call and makes its request. Throws a `TypeError` for input that the types exclude. */
export function prepareRequest(
  baseUrl: string,
  row: OperationRow,
  parameters: readonly string[],
  body: unknown,
  options: AnyOptions = {},
): PreparedRequest {
  checkOptions(row, options);
  const headers = new Headers({ accept: row.file ? '*/*' : 'application/json' });
  if (takesKey(row)) headers.set('idempotency-key', options.idempotencyKey ?? crypto.randomUUID());
  if (options.ifMatch) headers.set('if-match', options.ifMatch);
  for (const [name, value] of Object.entries(options.headers ?? {})) headers.set(name, value);
  return {
    row,
    url: `${baseUrl}${pathOf(row, parameters)}${queryOf(row, options)}`,
    headers,
    body: bodyOf(row, body, headers),
    options,
    isGuarded: takesKey(row) || options.ifMatch !== undefined,
  };
}
