// One module for each top-level resource: its interface with documentation, and the function that makes it.
import { isConditional, isReading, scopesOf } from '@platform/contracts';
import { parameterOf } from './examples.js';
import { pathNames, typeNameOf } from './names.js';
import { codesOf } from './problem-types.js';

const resourceType = (name) => `${typeNameOf(name)}Resource`;

function rowOf({ name, operation, described }) {
  const query = Object.keys(operation.query?.shape ?? {});
  const parameters = pathNames(operation.path).map((one) =>
    parameterOf(operation.path, one, described),
  );
  return JSON.stringify({
    name,
    method: operation.method.toUpperCase(),
    path: operation.path,
    ...(query.length > 0 && { query }),
    ...(operation.method !== 'get' && isReading(operation) && { reads: true }),
    ...(isConditional(operation) && { conditional: true }),
    ...(parameters.some(({ isText }) => isText) && { text: true }),
    ...(operation.answers === 'file' && { file: true }),
    ...(operation.bodyKind === 'octets' && { octets: true }),
    ...(operation.firstByteSeconds && { seconds: operation.firstByteSeconds }),
  });
}

function optionsType({ operation, types }) {
  const isKeyed = operation.method === 'post' && !isReading(operation);
  const base = `${isKeyed ? 'Keyed' : ''}${isConditional(operation) ? 'Conditional' : ''}Options`;
  const options = base === 'Options' ? 'CallOptions' : base;
  return types.query ? `api.${types.query} & ${options}` : options;
}

/** The parameters of the method: path parameters, body, options. */
function inputOf(method) {
  const { operation, described, types } = method;
  const parameters = pathNames(operation.path).map((one) => {
    const { name, values } = parameterOf(operation.path, one, described);
    return { name, type: values ? values.map((value) => `'${value}'`).join(' | ') : 'string' };
  });
  const hasBody = types.body || operation.bodyKind;
  const body = {
    name: 'body',
    type: types.body ? `api.${types.body}` : 'Octets',
    isOptional: operation.bodyOptional,
  };
  const options = { name: 'options', type: optionsType(method), isOptional: !types.requiresQuery };
  return { parameters, body: hasBody ? [body] : [], options };
}

const responseType = ({ operation, types }) => {
  if (operation.answers === 'file') return 'Response';
  return types.response ? `api.${types.response}` : 'undefined';
};

function documentationOf(method) {
  const { operation } = method;
  const { own } = codesOf(operation);
  const scopes = scopesOf(operation.scopes).map((scope) => `\`${scope}\``);
  const lines = [
    `${operation.summary}.`,
    ...(operation.description ? ['', operation.description] : []),
    ...(operation.preview
      ? ['', 'This operation is a preview: it can change without notice.']
      : []),
    '',
    ...(scopes.length > 0
      ? [`Scopes: ${scopes.join('allOf' in operation.scopes ? ' and ' : ' or ')}.`]
      : []),
    ...(own.length > 0 ? ['', `Problems: ${own.map((code) => `\`${code}\``).join(', ')}.`] : []),
    '@example',
    ...method.example.split('\n'),
  ];
  return `/**\n${lines
    .map((line) => ` * ${line}`.trimEnd())
    .join('\n')
    .replaceAll('*/', '*\\/')
    .replace(/\*\\\/$/, '*/')}\n */`;
}

function signatureOf(method) {
  const { parameters, body, options } = inputOf(method);
  const input = [...parameters, ...body, options].map(
    ({ name, type, isOptional }) => `${name}${isOptional ? '?' : ''}: ${type}`,
  );
  const call = method.isPaged ? 'PagedCall' : 'Call';
  return `${documentationOf(method)}\n${method.verb}(${input.join(', ')}): ${call}<${responseType(method)}, ${codesOf(method.operation).type}>;`;
}

function implementationOf(method) {
  const { parameters, body } = inputOf(method);
  const names = parameters.map(({ name }) => name);
  const input = [...names, ...body.map(({ name }) => name), 'options'];
  const given = method.isPaged
    ? ['options']
    : [...(body.length > 0 ? ['body'] : ['undefined']), 'options'];
  return `${method.verb}: (${input.join(', ')}) => client.${method.isPaged ? 'list' : 'call'}(${rowOf(method)}, [${names.join(', ')}], ${given.join(', ')})`;
}

/** Resources below another one, by their own name. */
const childrenOf = (resource, methods) =>
  new Set(
    methods
      .filter((method) => method.resource.startsWith(`${resource}.`))
      .map((method) => method.resource.slice(resource.length + 1).split('.')[0]),
  );

function interfacesOf(resource, methods) {
  const children = [...childrenOf(resource, methods)].map((child) => ({
    child,
    full: `${resource}.${child}`,
  }));
  const members = [
    ...methods
      .filter((method) => method.resource === resource)
      .map((method) => signatureOf(method)),
    ...children.map(({ child, full }) => `readonly ${child}: ${resourceType(full)};`),
  ];
  const own = `/** Methods of \`${resource}\`. */\nexport interface ${resourceType(resource)} {\n${members.join('\n\n')}\n}\n`;
  return [own, ...children.flatMap(({ full }) => interfacesOf(full, methods))];
}

function objectOf(resource, methods) {
  const members = [
    ...methods.filter((method) => method.resource === resource).map(implementationOf),
    ...[...childrenOf(resource, methods)].map(
      (child) => `${child}: ${objectOf(`${resource}.${child}`, methods)}`,
    ),
  ];
  return `{\n${members.join(',\n')}\n}`;
}

const imports = [
  ['../../call.ts', ['Call']],
  ['../../client.ts', ['Client']],
  [
    '../../options.ts',
    ['CallOptions', 'ConditionalOptions', 'KeyedConditionalOptions', 'KeyedOptions'],
  ],
  ['../../pages.ts', ['PagedCall']],
  ['../../request.ts', ['Octets']],
  ['../problems.ts', ['BodyCode', 'CommonCode', 'KeyCode']],
];

/** The module of a top-level resource. */
export function areaModule(area, methods) {
  const body = [
    ...interfacesOf(area, methods),
    `/** Makes the methods of \`${area}\` for a client. */\nexport const ${area} = (client: Client): ${resourceType(area)} => (${objectOf(area, methods)});\n`,
  ].join('\n');
  const used = imports
    .map(([file, names]) => [file, names.filter((name) => new RegExp(`\\b${name}\\b`).test(body))])
    .filter(([, names]) => names.length > 0)
    .map(([file, names]) => `import type { ${names.join(', ')} } from '${file}';`);
  return `${used.join('\n')}\nimport type * as api from '../schemas.ts';\n\n${body}`;
}

/** The module that joins all areas. */
export const platformModule = (areas, fileOf) => `
import type { Client } from '../client.ts';
${areas.map((area) => `import { ${area} } from './areas/${fileOf(area)}.ts';\nimport type { ${resourceType(area)} } from './areas/${fileOf(area)}.ts';`).join('\n')}

/** All resources of the API. */
export interface Platform {
${areas.map((area) => `  readonly ${area}: ${resourceType(area)};`).join('\n')}
}

/** Makes all resources for a client. */
export const resourcesOf = (client: Client): Platform => ({
${areas.map((area) => `  ${area}: ${area}(client),`).join('\n')}
});
`;

/** The module that exports the function and the interfaces of each area. */
export const areasModule = (areas, fileOf) =>
  areas.map((area) => `export * from './areas/${fileOf(area)}.ts';\n`).join('');
