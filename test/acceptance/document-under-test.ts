import addFormats from 'ajv-formats';
import { Ajv2020 } from 'ajv/dist/2020.js';
import { openApiDocument } from '@platform/contracts';
import type { Operation } from '@platform/contracts';

const document = openApiDocument({
  serverUrl: 'https://api.example.com',
  tenantIssuer: 'https://acme.id.example.com',
  version: '0.1.0',
});
const ajv = new Ajv2020({ strict: false, allErrors: true, coerceTypes: false });
addFormats.default(ajv);
ajv.addSchema(document, 'document');

type Faults = string[];
const escaped = (part: string | number): string =>
  String(part).replaceAll('~', '~0').replaceAll('/', '~1');

function faultsUnder(parts: (string | number)[], value: unknown): Faults {
  const pointer = encodeURI(parts.map(escaped).join('/'));
  const validate = ajv.getSchema(`document#/${pointer}`);
  if (!validate) throw new Error(`the document has nothing at ${pointer}`);
  return validate(value)
    ? []
    : (validate.errors ?? []).map(({ instancePath, message }) => `${instancePath} ${message}`);
}

const at = ({ path, method }: Operation): string[] => ['paths', path, method];
const parametersOf = ({
  path,
  method,
}: Operation): { name?: string; in?: string; schema?: { type?: string } }[] =>
  (document as any).paths[path][method].parameters ?? [];

/** The violations of the OpenAPI document in a request body; empty if it is valid. */
export const bodyFaults = (operation: Operation, body: unknown): Faults =>
  faultsUnder([...at(operation), 'requestBody', 'content', 'application/json', 'schema'], body);

/** The violations of the OpenAPI document in a parameter, in its form in the URL. */
export function parameterFaults(
  operation: Operation,
  where: 'path' | 'query',
  name: string,
  value: string,
): Faults {
  const index = parametersOf(operation).findIndex((p) => p.in === where && p.name === name);
  if (index < 0) return [`there is no ${where} parameter ${name}`];
  const isNumber = parametersOf(operation)[index]?.schema?.type === 'integer';
  return faultsUnder(
    [...at(operation), 'parameters', index, 'schema'],
    isNumber ? Number(value) : value,
  );
}

/** The violations of the OpenAPI document in a response. */
export const answerFaults = (operation: Operation, status: number, body: unknown): Faults =>
  faultsUnder(
    [...at(operation), 'responses', status, 'content', 'application/json', 'schema'],
    body,
  );
