import { openApiDocument } from '@platform/contracts';
import { stringify } from 'yaml';
import { expect, test } from 'vitest';
import { yamlText } from './yaml-text.ts';

function written(document: Record<string, unknown>): { text: string; pieces: number } {
  const work = yamlText(document);
  for (let pieces = 0; ; pieces++) {
    const step = work.next();
    if (step.done) return { text: step.value, pieces };
  }
}

const whole = (document: unknown): string => stringify(document, { aliasDuplicateObjects: false });

test('the document is the same in pieces as in one piece', () => {
  const document = openApiDocument({
    serverUrl: 'https://api.example.com',
    tenantIssuer: 'https://your-tenant.id.example.com',
    version: '1.0.0',
  });
  const { text, pieces } = written(document);
  expect(text).toBe(whole(document));
  const { schemas } = document['components'] as { schemas: object };
  expect(pieces).toBeGreaterThan(
    Object.keys(document['paths'] as object).length + Object.keys(schemas).length,
  );
});

test.each([
  { paths: {}, components: {} },
  {
    paths: { '/a: b': { get: { x: [] } }, '/"quoted" #1': {} },
    components: { schemas: {}, 'a b': { '': null, '*': 'x\ny' } },
  },
])('what is empty or must be quoted too: %j', (document) =>
  expect(written(document).text).toBe(whole(document)),
);
