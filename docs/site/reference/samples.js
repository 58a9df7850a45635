// Samples of a request beside its operation. A language is a name, a grammar and a function.
import { sampleBaseUrl } from './model.js';
import { goSample, pythonSample } from './sdk-samples.js';

const kebabCase = (text) =>
  text.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`).replaceAll('_', '-');
const shellWord = (text) =>
  /^[\w@%+=:,./-]+$/.test(text) ? text : `'${String(text).replaceAll("'", `'\\''`)}'`;
const pretty = (value) => JSON.stringify(value, undefined, 2);

/** The request of an example, as plain HTTP. */
function requestOf({ operation, sample, bodyKind = operation.bodyKind }) {
  const values = [...sample.parameters];
  const path = operation.path.replace(/\{\w+\}/g, () => encodeURIComponent(values.shift()));
  const query = new URLSearchParams(sample.query).toString();
  return {
    method: operation.method.toUpperCase(),
    url: `${sampleBaseUrl}${path}${query ? `?${query}` : ''}`,
    isFile: operation.answers === 'file',
    ...('body' in sample && { body: sample.body }),
    ...(bodyKind === 'octets' && { file: 'users.ndjson' }),
  };
}

function curl(one) {
  const { method, url, body, file, isFile } = requestOf(one);
  const isGet = method === 'GET';
  const lines = [
    `curl ${isGet ? '' : `-X ${method} `}${shellWord(url)}`,
    '-H "Authorization: Bearer $TOKEN"',
    ...(body === undefined
      ? []
      : ["-H 'Content-Type: application/json'", `-d ${shellWord(pretty(body))}`]),
    ...(file ? ["-H 'Content-Type: application/octet-stream'", `--data-binary @${file}`] : []),
    ...(isFile ? ['-o result'] : []),
  ];
  return lines.join(' \\\n  ');
}

const typescript = ({ example }) => `import { createPlatform } from '@platform/sdk';

const platform = createPlatform({
  baseUrl: '${sampleBaseUrl}',
  token: process.env['TOKEN'] ?? '',
});

${example}`;

const ownOptions = new Set(
  'all columns cursor data dry-run file help idempotency-key if-match limit output profile query to unset verbose version yes'.split(
    ' ',
  ),
);
const isFlag = ([name, value]) =>
  ['string', 'number', 'boolean'].includes(typeof value) &&
  !ownOptions.has(kebabCase(name)) &&
  !/secret|password|credential|token|key$/i.test(name);

/** `--name value` for each member of a plain body, and the document otherwise. */
function bodyWords({ body }) {
  if (body === undefined) return [];
  const members = Object.entries(body ?? {});
  if (Array.isArray(body) || !members.every(isFlag))
    return [`--data ${shellWord(JSON.stringify(body))}`];
  return members.map(([name, value]) => {
    if (typeof value === 'boolean') return `--${value ? '' : 'no-'}${kebabCase(name)}`;
    return `--${kebabCase(name)} ${shellWord(String(value))}`;
  });
}

function tenantctl({ name, operation, sample }) {
  const command = name.split('.').map(kebabCase).join(' ');
  const words = [
    ...Object.entries(sample.query).map(
      ([key, value]) => `--${kebabCase(key)} ${shellWord(String(value))}`,
    ),
    ...bodyWords(sample),
    ...(operation.bodyKind === 'octets' ? ['--file users.ndjson'] : []),
    ...(operation.answers === 'file' ? ['--to result'] : []),
  ];
  const call = ['tenantctl', command, ...sample.parameters.map(shellWord)].join(' ');
  const line = [call, ...words].join(' ');
  return line.length <= 72 ? line : [call, ...words].join(' \\\n  ');
}

const languages = [
  { label: 'curl', grammar: 'bash', write: curl },
  { label: 'TypeScript', grammar: 'typescript', write: typescript },
  { label: 'CLI', grammar: 'bash', write: tenantctl },
  { label: 'Python', grammar: 'python', write: pythonSample },
  { label: 'Go', grammar: 'go', write: goSample },
];

/** The samples of an operation, one for each language. */
export const samplesOf = (operation) =>
  languages.map(({ label, grammar, write }) => ({ label, grammar, code: write(operation) }));
