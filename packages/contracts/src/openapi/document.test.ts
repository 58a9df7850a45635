import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { catalogue } from '../catalogue.ts';
import { declaredProblems, isConditional, scopesOf } from '../operation.ts';
import { problems } from '../problems.ts';
import { isForSetup } from '../setup-scopes.ts';
import { openApiDocument } from './document.ts';
import { securityOf } from './operation-object.ts';
import { schemaComponents } from './schema-components.ts';
import { tagDescriptions, operationTagOf } from './tags.ts';

const document: any = openApiDocument({
  serverUrl: 'https://api.example',
  tenantIssuer: 'https://acme.id.example',
  version: '1.2.3',
});
const operationOf = (path: string, method: string) => document.paths[path][method];

function refsOf(node: unknown, into: string[] = []): string[] {
  if (Array.isArray(node)) for (const item of node) refsOf(item, into);
  else if (typeof node === 'object' && node !== null) {
    for (const [key, value] of Object.entries(node)) {
      if (key === '$ref') into.push(String(value));
      else refsOf(value, into);
    }
  }
  return into;
}

describe('openApiDocument', () => {
  it('is OpenAPI 3.1 without dangling references', () => {
    expect(document.openapi).toBe('3.1.0');
    for (const ref of refsOf(document)) {
      expect([ref, ref.startsWith('#/')]).toEqual([ref, true]);
      expect([
        ref,
        ref
          .slice(2)
          .split('/')
          .reduce((node, part) => node?.[part], document) !== undefined,
      ]).toEqual([ref, true]);
    }
  });

  it.each(catalogue.map((entry) => [entry.operationId, entry] as const))(
    '%s: scopes, success and every declared error',
    (operationId, { operation }) => {
      const documented = operationOf(operation.path, operation.method);
      expect(documented.operationId).toBe(operationId);
      const scopes = isForSetup(operation.scopes) ? [] : scopesOf(operation.scopes);
      expect(documented.security.flatMap((s: any) => s.oauth2 ?? s.setupSession).sort()).toEqual(
        [...scopes].sort(),
      );
      expect(documented.responses[String(operation.status ?? 200)]).toBeDefined();
      const codes = new Set(
        Object.entries(documented.responses)
          .filter(([status]) => Number(status) >= 400)
          .flatMap(([status, given]: any) => {
            const response = given.$ref
              ? document.components.responses[given.$ref.split('/').at(-1)]
              : given;
            const [, { properties }] = response.content['application/problem+json'].schema.allOf;
            for (const code of properties.code.enum)
              expect(problems[code as keyof typeof problems].status).toBe(Number(status));
            return properties.code.enum;
          }),
      );
      const declared = new Set(declaredProblems(operation));
      // Only an operation with an `If-Match` parameter documents the response to a failed one.
      if (!isConditional(operation)) declared.delete('precondition_failed');
      expect(codes).toEqual(declared);
      const names = [...operation.path.matchAll(/\{(\w+)\}/g)].map(([, name]) => name);
      expect(
        (documented.parameters ?? []).filter((p: any) => p.in === 'path').map((p: any) => p.name),
      ).toEqual(names);
    },
  );

  it('has an event for each name that can be subscribed', () => {
    expect(
      document.webhooks['user.created'].post.requestBody.content['application/json'].schema.allOf[1]
        .properties.type,
    ).toEqual({ const: 'user.created' });
    expect(document.webhooks['audit.recorded']).toBeUndefined();
  });
});

it('lists all scopes in one requirement, or one requirement per alternative', () => {
  expect(securityOf({ allOf: ['a', 'b'] })).toEqual([{ oauth2: ['a', 'b'] }]);
  expect(securityOf({ anyOf: ['a', 'b'] })).toEqual([{ oauth2: ['a'] }, { oauth2: ['b'] }]);
});

describe('schemaComponents', () => {
  const Inner = z.object({ n: z.number().default(1) }).meta({ id: 'Inner' });
  const Outer = z.object({ inner: Inner }).meta({ id: 'Outer' });

  it('includes each schema once, or twice if request and response differ, including schemas that refer to it', () => {
    const schemas = schemaComponents();
    expect(schemas.use(Outer, 'output')).toEqual({ $ref: '#/components/schemas/Outer' });
    expect(schemas.use(Outer, 'input')).toEqual({ $ref: '#/components/schemas/OuterInput' });
    const all: any = schemas.all();
    expect(Object.keys(all)).toEqual(['Inner', 'InnerInput', 'Outer', 'OuterInput']);
    expect(all.OuterInput.properties.inner).toEqual({ $ref: '#/components/schemas/InnerInput' });
    expect([all.Inner.required, all.InnerInput.required]).toEqual([['n'], undefined]);
  });

  it('rejects unknown properties in requests but allows them in responses', () => {
    const schemas = schemaComponents();
    expect(schemas.use(z.strictObject({ a: z.string() }), 'input')).toHaveProperty(
      'additionalProperties',
      false,
    );
    expect(schemas.use(z.object({ a: z.string() }), 'output')).not.toHaveProperty(
      'additionalProperties',
    );
  });

  it('names anonymous schemas', () => {
    const schemas = schemaComponents();
    expect(schemas.use(z.object({ a: z.string() }), 'output', 'Named')).toEqual({
      $ref: '#/components/schemas/Named',
    });
    expect(Object.keys(schemas.all())).toEqual(['Named']);
  });
});

it.each([
  ['/api/v1/ip-rules/{id}', 'IP rules'],
  ['/api/v1/directory/users', 'Users'],
  ['/api/v1/organizations/{orgId}/members', 'Organizations'],
  ['/api/v1/fga/tuples:import', 'Fine-grained authorization'],
  ['/api/v1/clients/{clientId}/access-policies', 'Access policies'],
])('%s belongs to %s', (path, tag) => expect(operationTagOf(path)).toBe(tag));

it('describes all areas', () => {
  const areas = new Set(catalogue.map(({ operation }) => operationTagOf(operation.path)));
  expect(Object.keys(tagDescriptions).sort()).toEqual([...areas].sort());
  expect(document.tags).toEqual(
    [...areas].sort().map((name) => ({ name, description: expect.any(String) })),
  );
});
