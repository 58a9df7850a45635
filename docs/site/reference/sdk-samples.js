// Samples that use the SDKs for Python and Go.
import { exported } from '../../../sdks/generator/go-names.js';
import { methods } from '../../../sdks/generator/methods.js';
import { pythonName } from '../../../sdks/generator/python-facade.js';
import { sampleBaseUrl } from './model.js';

const described = new Map(methods.map((method) => [method.name, method]));
const pretty = (value) => JSON.stringify(value, undefined, 2);

const pythonWords = new Map([
  [true, 'True'],
  [false, 'False'],
  [null, 'None'],
]);

function pythonLiteral(value, indent = '') {
  const inner = `${indent}    `;
  const lines = (open, items, close) =>
    items.length === 0
      ? open + close
      : `${open}\n${items.map((item) => `${inner}${item},\n`).join('')}${indent}${close}`;
  if (pythonWords.has(value)) return pythonWords.get(value);
  if (Array.isArray(value))
    return lines(
      '[',
      value.map((item) => pythonLiteral(item, inner)),
      ']',
    );
  if (typeof value !== 'object') return JSON.stringify(value);
  const members = Object.entries(value).map(
    ([name, item]) => `${JSON.stringify(name)}: ${pythonLiteral(item, inner)}`,
  );
  return lines('{', members, '}');
}

/** The call of a method, and the statements around it. */
function pythonStatements({ name, sample }) {
  const { isFile, isOctets, isPaged, types } = described.get(name);
  const input = [
    ...sample.parameters.map((value) => JSON.stringify(value)),
    ...(isOctets ? ['users'] : []),
    ...('body' in sample ? [pythonLiteral(sample.body)] : []),
    ...Object.entries(sample.query).map(
      ([key, value]) => `${pythonName(key)}=${pythonLiteral(value)}`,
    ),
  ];
  const call = `client.${name.split('.').map(pythonName).join('.')}(${input.join(', ')})`;
  if (isOctets) return `with open("users.ndjson", "rb") as users:\n    print(${call})`;
  if (isFile) return `with open("result", "wb") as result:\n    result.write(${call})`;
  if (isPaged) return `for entry in ${call}:\n    print(entry)`;
  return types.response ? `print(${call})` : call;
}

export const pythonSample = (one) => `import os

from tenant_platform import Platform

client = Platform("${sampleBaseUrl}", os.environ["TOKEN"])

${pythonStatements(one)}`;

const check = ['if err != nil {', '\tlog.Fatal(err)', '}'];

/** A raw string of Go cannot contain a backquote. */
const goText = (text) => (text.includes('`') ? JSON.stringify(text) : `\`${text}\``);

/** Bodies are decoded from JSON: Go has no literals for unions and optional properties. */
function goBody({ types, isOctets, isBodyOptional }, { body }) {
  if (isOctets)
    return { argument: ['users'], statements: ['users, err := os.Open("users.ndjson")', ...check] };
  if (body === undefined) return { argument: types.body ? ['nil'] : [], statements: [] };
  return {
    argument: [isBodyOptional ? '&body' : 'body'],
    statements: [
      `var body platform.${types.body}`,
      `if err := json.Unmarshal([]byte(${goText(pretty(body))}), &body); err != nil {`,
      '\tlog.Fatal(err)',
      '}',
    ],
  };
}

function goQuery({ types }, { query }) {
  if (!types.query) return [];
  const fields = Object.entries(query).map(
    ([name, value]) => `${exported(name)}: ${JSON.stringify(value)}`,
  );
  if (fields.length === 0 && !types.requiresQuery) return ['nil'];
  return [`${types.requiresQuery ? '' : '&'}platform.${types.query}{${fields.join(', ')}}`];
}

/** The statements behind the creation of the client. */
function goStatements({ name, sample }) {
  const method = described.get(name);
  const body = goBody(method, sample);
  const input = [
    'ctx',
    ...sample.parameters.map((value) => JSON.stringify(value)),
    ...body.argument,
    ...goQuery(method, sample),
  ];
  const call = `client.${name.split('.').map(exported).join('.')}(${input.join(', ')})`;
  if (method.isPaged)
    return [
      ...body.statements,
      `for entry, err := range ${call} {`,
      ...check.map((line) => `\t${line}`),
      '\tfmt.Printf("%+v\\n", entry)',
      '}',
    ];
  if (method.isFile)
    return [
      `content, err := ${call}`,
      ...check,
      'defer content.Close()',
      'if _, err := io.Copy(os.Stdout, content); err != nil {',
      '\tlog.Fatal(err)',
      '}',
    ];
  if (!method.types.response)
    return [...body.statements, `if err := ${call}; err != nil {`, '\tlog.Fatal(err)', '}'];
  return [...body.statements, `result, err := ${call}`, ...check, 'fmt.Printf("%+v\\n", result)'];
}

const standard = {
  'encoding/json': 'json.',
  fmt: 'fmt.',
  io: 'io.',
};

export function goSample(one) {
  const statements = goStatements(one);
  const text = statements.join('\n');
  const packages = [
    'context',
    ...Object.keys(standard).filter((name) => text.includes(standard[name])),
    'log',
    'os',
  ].sort();
  return [
    'package main',
    '',
    'import (',
    ...packages.map((name) => `\t"${name}"`),
    '',
    '\tplatform "example.com/platform-go"',
    ')',
    '',
    'func main() {',
    '\tctx := context.Background()',
    '\tclient, err := platform.New(platform.Config{',
    `\t\tBaseURL: "${sampleBaseUrl}",`,
    '\t\tToken:   platform.StaticToken(os.Getenv("TOKEN")),',
    '\t})',
    ...check.map((line) => `\t${line}`),
    ...text.split('\n').map((line) => (line === '' ? line : `\t${line}`)),
    '}',
  ].join('\n');
}
