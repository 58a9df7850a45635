import addFormats from 'ajv-formats';
import { Ajv2020 } from 'ajv/dist/2020.js';
import { describe, expect, test } from 'vitest';
import {
  catalogue,
  isForSetup,
  openApiDocument,
  scopesOf,
  scopeDescriptions,
} from '@platform/contracts';

const document: any = openApiDocument({
  serverUrl: 'https://api.example.com',
  tenantIssuer: 'https://acme.id.example.com',
  version: '0.1.0',
});
const ajv = new Ajv2020({ strict: false, allErrors: true });
addFormats.default(ajv);
ajv.addSchema(document, 'document');

interface Media {
  schema: unknown;
  example?: unknown;
}

/** Every media type of requests and successful responses, by its JSON pointer. */
function mediaOf(path: string, method: string): [string[], Media][] {
  const { requestBody, responses } = document.paths[path][method];
  const at = ['paths', path, method];
  const all = (place: string[], content: Record<string, Media> = {}) =>
    Object.entries(content).map(([type, media]): [string[], Media] => [
      [...place, 'content', type],
      media,
    ]);
  return [
    ...all([...at, 'requestBody'], requestBody?.content),
    ...Object.keys(responses)
      .filter((status) => status.startsWith('2'))
      .flatMap((status) => all([...at, 'responses', status], responses[status].content)),
  ].filter(([, media]) => Object.keys(media.schema as object).length > 0);
}

const pointer = (parts: string[]): string =>
  encodeURI(parts.map((part) => part.replaceAll('~', '~0').replaceAll('/', '~1')).join('/'));

describe('the API description', () => {
  test.each(catalogue.map(({ operationId, operation }) => [operationId, operation] as const))(
    '%s has a description and examples that are valid',
    (_id, { path, method }) => {
      expect(document.paths[path][method].description).toMatch(/\S/);
      for (const [place, { example }] of mediaOf(path, method)) {
        const validate = ajv.getSchema(`document#/${pointer([...place, 'schema'])}`)!;
        expect([place.slice(2), validate(example), validate.errors]).toEqual([
          place.slice(2),
          true,
          null,
        ]);
      }
    },
  );

  test('describes every scope that operations require of tokens', () => {
    const forTokens = catalogue.filter(({ operation }) => !isForSetup(operation.scopes));
    const required = new Set(forTokens.flatMap(({ operation }) => scopesOf(operation.scopes)));
    expect(Object.keys(scopeDescriptions)).toEqual(expect.arrayContaining([...required]));
  });
});
