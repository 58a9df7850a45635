import type { OperationId } from '../generated/operations.ts';
import type { RequestRow } from './operation-row.ts';

/** A request of the page, which can be shown as code. */
export interface ShownRequest {
  /** Values of the parameters of the path, in their order. */
  parameters?: readonly string[];
  query?: Readonly<Record<string, string | number | boolean | undefined>>;
  body?: unknown;
  /** Names of the properties of the body that must not be shown, with dots: `credential.password`. */
  secrets?: readonly string[];
}

/** A request that a page sends, or would send. */
export interface CodeEntry extends ShownRequest {
  operation: OperationId;
}

/** A request as code. `yaml` is undefined if there is no body. */
export interface RequestCode {
  curl: string;
  typescript: string;
  cli: string;
  yaml: string | undefined;
}

/** Marks a secret until the text is quoted; no text contains it (a noncharacter of Unicode). */
const mark = '\uFFFF';

/** `credential.password` → `PASSWORD`. */
const variableOf = (name: string): string =>
  name
    .split('.')
    .at(-1)!
    .replace(/([a-z0-9])([A-Z])/g, '$1_$2')
    .replaceAll(/[^A-Za-z0-9]/g, '_')
    .toUpperCase();

/** Quotes text for a POSIX shell, secrets as variables of the environment. */
export function shellQuoted(text: string): string {
  if (/^[A-Za-z0-9_@%+=:,./-]+$/.test(text)) return text;
  const quoted = `'${text.replaceAll("'", `'\\''`)}'`;
  return quoted.replaceAll(new RegExp(`${mark}(\\w+)${mark}`, 'gu'), `'"$$$1"'`);
}

/** The body with marks in place of its secrets. */
function withoutSecrets(body: unknown, secrets: readonly string[], path = ''): unknown {
  if (secrets.includes(path) && body !== null && body !== undefined)
    return `${mark}${variableOf(path)}${mark}`;
  if (Array.isArray(body)) return body.map((one) => withoutSecrets(one, secrets, path));
  if (body === null || typeof body !== 'object') return body;
  const prefix = path === '' ? '' : `${path}.`;
  return Object.fromEntries(
    Object.entries(body)
      .filter(([, value]) => value !== undefined)
      .map(([name, value]) => [name, withoutSecrets(value, secrets, prefix + name)]),
  );
}

const kebabCase = (name: string): string =>
  name.replaceAll(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);

const queryEntries = ({ query = {} }: ShownRequest): [string, string][] =>
  Object.entries(query).flatMap(([name, value]) =>
    value === undefined ? [] : [[name, String(value)]],
  );

function urlOf(origin: string, { path }: RequestRow, request: ShownRequest): string {
  let position = 0;
  const filled = path.replaceAll(/\{\w+\}/g, () =>
    encodeURIComponent(request.parameters?.[position++] ?? ''),
  );
  const query = new URLSearchParams(queryEntries(request)).toString();
  return origin + filled + (query && `?${query}`);
}

function curlOf(origin: string, row: RequestRow, request: ShownRequest, body: unknown): string {
  const url = shellQuoted(urlOf(origin, row, request));
  const lines = [
    row.method === 'GET' ? `curl ${url}` : `curl -X ${row.method} ${url}`,
    `-H "Authorization: Bearer $TOKEN"`,
  ];
  if (body !== undefined) {
    lines.push(`-H 'Content-Type: application/json'`);
    lines.push(`-d ${shellQuoted(JSON.stringify(body, null, 2))}`);
  }
  return lines.join(' \\\n  ');
}

const isName = (text: string): boolean => /^[A-Za-z_$][\w$]*$/.test(text);

/** A value as a literal of TypeScript; secrets are variables of the environment. */
function literal(value: unknown, indent = ''): string {
  if (typeof value === 'string') {
    const [, secret] = new RegExp(`^${mark}(\\w+)${mark}$`, 'u').exec(value) ?? [];
    if (secret !== undefined) return `process.env.${secret}`;
    return `'${JSON.stringify(value).slice(1, -1).replaceAll('\\"', '"').replaceAll("'", "\\'")}'`;
  }
  if (value === null || typeof value !== 'object') return String(value);
  const inner = `${indent}  `;
  const isList = Array.isArray(value);
  const entries = isList
    ? value.map((one) => literal(one, inner))
    : Object.entries(value).map(
        ([name, one]) => `${isName(name) ? name : literal(name)}: ${literal(one, inner)}`,
      );
  const [open, close] = isList ? '[]' : '{}';
  if (entries.length === 0) return `${open}${close}`;
  return `${open}\n${entries.map((one) => `${inner}${one},\n`).join('')}${indent}${close}`;
}

function typescriptOf(origin: string, row: RequestRow, request: ShownRequest, body: unknown) {
  const { query = {} } = request;
  const given = Object.entries(query).filter(([, value]) => value !== undefined);
  const input = [
    ...(request.parameters ?? []).map((one) => literal(one)),
    ...(body === undefined ? [] : [literal(body)]),
    ...(given.length === 0 ? [] : [literal(Object.fromEntries(given))]),
  ];
  return [
    `import { createPlatform } from '@platform/sdk';`,
    '',
    'const platform = createPlatform({',
    `  baseUrl: ${literal(origin)},`,
    '  token: process.env.TOKEN,',
    '});',
    `const result = await platform.${row.call}(${input.join(', ')});`,
  ].join('\n');
}

function cliOf({ command }: RequestRow, request: ShownRequest, body: unknown): string {
  const words = [
    `tenantctl ${command}`,
    ...(request.parameters ?? []).map(shellQuoted),
    ...queryEntries(request)
      .filter(([name]) => name !== 'cursor')
      .map(([name, value]) => `--${kebabCase(name)} ${shellQuoted(value)}`),
    ...(body === undefined ? [] : [`--data ${shellQuoted(JSON.stringify(body, null, 2))}`]),
  ];
  return words.join(' ');
}

/**
 * Shows a request as code that runs. Tokens and secrets are variables of the environment; everything else is quoted for its language.
 * @param origin of the API, such as `https://acme.id.example.com`
 * @param toYaml writes a document, such as `stringify` of `yaml`
 */
export function requestCode(
  row: RequestRow,
  request: ShownRequest,
  { origin, toYaml }: { origin: string; toYaml: (value: unknown) => string },
): RequestCode {
  const body = withoutSecrets(request.body, request.secrets ?? []);
  return {
    curl: curlOf(origin, row, request, body),
    typescript: typescriptOf(origin, row, request, body),
    cli: cliOf(row, request, body),
    yaml:
      body === undefined
        ? undefined
        : toYaml(body).replaceAll(new RegExp(`${mark}(\\w+)${mark}`, 'gu'), '$$$1'),
  };
}
