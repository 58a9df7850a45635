// What the reference shows, from the catalogues of operations and events.
import { openApiDocument, operationTagOf } from '@platform/contracts';
import { sampleInputOf } from '../../../packages/sdk/generator/examples.js';
import { sdkMethods } from '../../../packages/sdk/generator/methods.js';

/** The API in samples. The page replaces it with the one that the reader uses. */
export const sampleBaseUrl = 'https://api.example.com';

/** What readers look for, by the service that has it. */
const groups = {
  directory: 'Users and organizations',
  hub: 'Applications and sign-in',
  'identity-facade': 'Login experience',
  fga: 'Access',
  outbound: 'Events and integrations',
  compliance: 'Privacy and audit',
};

const slugOf = (name) => name.toLowerCase().replace(/[^a-z0-9]+/g, '-');

/** Resolves a reference to a parameter, header or response of the document. */
const resolver = (document) => (value) =>
  value.$ref
    ? value.$ref
        .slice(2)
        .split('/')
        .reduce((node, part) => node[part], document)
    : value;

function operationModel(method, { schemas, resolve, owner }) {
  const { operationId, operation, described } = method;
  const status = String(operation.status ?? 200);
  const [responseType, response] =
    Object.entries(described.responses[status].content ?? {})[0] ?? [];
  const [bodyType, body] = Object.entries(described.requestBody?.content ?? {})[0] ?? [];
  return {
    ...method,
    owner,
    id: operationId,
    area: operationTagOf(operation.path),
    parameters: (described.parameters ?? []).map(resolve),
    body: body && { ...body, type: bodyType, isOptional: !described.requestBody.required },
    status,
    response: response && { ...response, type: responseType },
    sample: sampleInputOf(method, schemas),
  };
}

/** The areas of the API with their operations, and everything that their pages refer to. */
export async function referenceModel(catalogue) {
  const document = openApiDocument({
    serverUrl: sampleBaseUrl,
    tenantIssuer: 'https://acme.id.example.com',
    version: '0.1.0',
  });
  const { methods, schemas } = await sdkMethods(document);
  const owners = new Map(catalogue.map(({ operationId, owner }) => [operationId, owner]));
  const operations = methods.map((method) =>
    operationModel(method, {
      schemas,
      resolve: resolver(document),
      owner: owners.get(method.operationId),
    }),
  );
  const areas = document.tags.map(({ name, description }) => {
    const own = operations.filter(({ area }) => area === name);
    const slug = slugOf(name);
    return {
      name,
      description,
      group: groups[own[0].owner],
      path: `reference/${slug}.html`,
      operations: own,
    };
  });
  return {
    document,
    operations,
    areas,
    groups: Object.values(groups),
    schemas: document.components.schemas,
  };
}
