// An example of each method, from the examples of the OpenAPI document.
import { format } from 'prettier';
import { idPrefixes, pathResources } from '@platform/contracts';
import { formatOptions } from './format-options.js';
import { pathNames } from './names.js';

const idSuffix = '01h455vb4pex5vsknk084sn02q';

const namedValues = {
  clientId: 'app_ledger',
  claimName: 'https://claims.example.com/plan',
  externalId: 'crm-4711',
  type: 'user.created',
  docType: 'terms',
  domain: 'login.example.com',
  purposeKey: 'newsletter',
  templateId: 'passkeys-first',
};

/** What the catalogue knows of a path parameter. */
export function parameterOf(path, name, described) {
  const segments = path.split('/');
  const position = segments.indexOf(`{${name}}`);
  const resource = pathResources[`${segments[position - 1]}/{${name}}`];
  const schema = described.parameters.find((one) => one.in === 'path' && one.name === name).schema;
  const values = schema.enum;
  const isText = !values && !resource?.kind && name !== 'clientId';
  const example =
    values?.[0] ??
    (resource?.kind
      ? `${idPrefixes[resource.kind]}_${idSuffix}`
      : (namedValues[name] ?? 'example'));
  return { name, isText, values, example };
}

const key = (name) => (/^[A-Za-z_$][\w$]*$/.test(name) ? name : JSON.stringify(name));

function literal(value) {
  if (Array.isArray(value)) return `[${value.map(literal).join(', ')}]`;
  if (typeof value !== 'object' || value === null) return JSON.stringify(value);
  return `{ ${Object.entries(value)
    .map(([name, member]) => `${key(name)}: ${literal(member)}`)
    .join(', ')} }`;
}

/** Optional properties that an example has first. */
const telling = ['email', 'name', 'displayName', 'role', 'description', 'scopes'];

/** Required properties: those of an object, and those of the first alternative. */
const requiredOf = ({ required = [], anyOf = [], oneOf = [] }) => [
  ...required,
  ...((anyOf[0] ?? oneOf[0])?.required ?? []),
];

const isTelling = (value) =>
  value !== undefined && (typeof value !== 'object' || Object.keys(value ?? {}).length > 0);

/** The example of a body: what is required, and at least two properties. */
function bodyExample({ schema, example }, schemas) {
  const resolved = schema.$ref ? schemas[schema.$ref.split('/').at(-1)] : schema;
  if (!resolved.properties || resolved.allOf) return example;
  const required = requiredOf(resolved);
  const optional = [...telling, ...Object.keys(example)].filter(
    (name) => isTelling(example[name]) && !required.includes(name),
  );
  const names = [...required, ...optional.slice(0, Math.max(0, 2 - required.length))];
  return Object.fromEntries(names.map((name) => [name, example[name]]));
}

const optionExample = ({ name, schema }) =>
  schema.enum?.[0] ?? (schema.type === 'integer' ? 1 : (namedValues[name] ?? `usr_${idSuffix}`));

const variableFor = (type) => {
  const noun = type.replace(/Response$/, '');
  return noun[0].toLowerCase() + noun.slice(1);
};

/** What an entry of a list is called. */
function entryOf(response, schemas) {
  const { $ref } = schemas[response].properties.data.items;
  return $ref ? variableFor($ref.split('/').at(-1)) : 'entry';
}

/** Statements that call the method; the client is named `platform`. */
export const exampleOf = async (method, schemas) =>
  (await format(statementsOf(method, schemas), formatOptions)).trimEnd();

/** What an example of the operation sends: path parameters in order, query parameters, and the body, if it has one. */
export function sampleInputOf({ operation, described, isPaged }, schemas) {
  const parameters = pathNames(operation.path).map(
    (one) => parameterOf(operation.path, one, described).example,
  );
  const content = described.requestBody?.content['application/json'];
  const query = (described.parameters ?? []).filter((one) => one.in === 'query');
  const required = Object.fromEntries(
    query.filter((one) => one.required).map((one) => [one.name, optionExample(one)]),
  );
  const status = query.find((one) => one.name === 'status' && one.schema.enum);
  const hasBody = content && !(operation.bodyOptional && content.example === undefined);
  return {
    parameters,
    query: isPaged && status ? { ...required, status: status.schema.enum[0] } : required,
    ...(hasBody && { body: bodyExample(content, schemas) }),
  };
}

function statementsOf(method, schemas) {
  const { name, operation, types, isPaged } = method;
  const { parameters, query, ...rest } = sampleInputOf(method, schemas);
  const input = [
    ...parameters.map(literal),
    ...(operation.bodyKind === 'octets' ? ['new Blob(["{}\\n"])'] : []),
    ...('body' in rest ? [literal(rest.body)] : []),
    ...(Object.keys(query).length > 0 ? [literal(query)] : []),
  ];
  const call = `platform.${name}(${input.join(', ')})`;
  if (isPaged) {
    const entry = entryOf(types.response, schemas);
    return `for await (const ${entry} of ${call}) console.log(${entry});`;
  }
  if (operation.answers === 'file')
    return `const file = await ${call};\nconsole.log(await file.text());`;
  if (!types.response || types.response === 'Deletion') return `await ${call};`;
  return `const ${variableFor(types.response)} = await ${call};`;
}
