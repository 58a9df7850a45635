import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import {
  allScopes,
  catalogue,
  properties,
  propertyAliases,
  scopesOf,
  selfScopes,
  setupScopes,
} from '@platform/contracts';
import type { Operation, Property } from '@platform/contracts';

/** The two defining documents as data. */
const read = <T>(name: string): T =>
  JSON.parse(readFileSync(new URL(name, import.meta.url), 'utf8')) as T;

interface SpecOperation {
  method: string;
  path: string;
  operationId: string;
  scopes: { allOf?: string[]; anyOf?: string[] } | null;
  inputs: string;
  body: { schema: string; required: boolean } | null;
  answer: string;
  status: number;
}
interface SpecProperty {
  name: string;
  type: string;
  default: string;
  meaning: string;
}

const specOperations = read<SpecOperation[]>('operations.json');
const specProperties = read<SpecProperty[]>('properties.json');
const built = new Map<string, Operation>(
  catalogue.map((entry) => [entry.operationId, entry.operation as Operation]),
);
const known = properties as unknown as Record<string, Property>;

const schemaId = (operation: Operation): string | undefined =>
  operation.schemaNames?.body ?? (operation.body?.meta() as { id?: string } | undefined)?.id;

/** The names of query parameters in the words of the document. */
const queryNames = (inputs: string): string[] => {
  const query = /query ([^;]*)/.exec(inputs)?.[1] ?? '';
  return query
    .replace(/\([^)]*\)/g, ',')
    .split(/[ ,]+/)
    .filter(
      (w) =>
        /^[a-z][A-Za-z]*$/.test(w) &&
        ![
          'optional',
          'all',
          'and',
          'both',
          'required',
          'default',
          'false',
          'strings',
          'string',
          'integer',
        ].includes(w),
    );
};

describe('the catalogue agrees with the document', () => {
  test('builds every operation of the document', () => {
    const missing = specOperations.map((o) => o.operationId).filter((id) => !built.has(id));
    expect(missing).toEqual([]);
  });

  test.each(specOperations.map((o) => [o.operationId, o] as const))('%s', (operationId, spec) => {
    const operation = built.get(operationId) as Operation;
    expect(operation.method).toBe(spec.method.toLowerCase());
    expect(operation.path).toBe(spec.path);
    if (spec.scopes) expect(operation.scopes).toEqual(spec.scopes);
    expect(operation.status ?? 200).toBe(spec.status);
    if (spec.body) {
      expect(schemaId(operation)).toBe(spec.body.schema);
      expect(operation.bodyOptional ?? false).toBe(!spec.body.required);
    } else if (spec.scopes && operation.body) {
      // A call as the document describes it still works.
      expect(operation.bodyOptional).toBe(true);
    }
    const query = Object.keys(operation.query?.shape ?? {});
    for (const name of queryNames(spec.inputs)) expect(query).toContain(name);
  });

  test('requires no scope outside the lists of scopes of tenants, own accounts and setup links', () => {
    const known: readonly string[] = [...allScopes, ...selfScopes, ...setupScopes];
    const named = [...new Set(catalogue.flatMap(({ operation }) => scopesOf(operation.scopes)))];
    expect(named.filter((scope) => !known.includes(scope))).toEqual([]);
    const ofSpec = specOperations.flatMap(({ scopes }) => scopes?.allOf ?? scopes?.anyOf ?? []);
    expect(ofSpec.filter((scope) => !allScopes.includes(scope))).toEqual([]);
  });
});

/** Defaults that the document describes in words, and ours for them. */
const worded: Record<string, string> = {
  'in-cluster hub address on port 8080': 'http://hub:8080',
  "the management API's in-cluster address with path /internal/claims-enrichment":
    'http://product-api:8082/internal/claims-enrichment',
  'a leading-dot domain suffix': '.platform.localhost',
  'three platform client ids (a self-service console client, a command-line client, a delegation issuer client)':
    'self-service-bff,platform-cli,delegation-issuer',
  'in-cluster hub address on port 8080, path /oauth2/jwks': 'http://hub:8080/oauth2/jwks',
  'a built-in constant (about 60 s)': '60000',
  '2 seconds': '2s',
  '2 seconds each': '2s',
  '1 minute': '1m',
  '5 seconds': '5s',
  '60 seconds': '60s',
  '7 days': '7d',
  '90 days': '90d',
  empty: '',
  'a temporary directory plus a subdirectory for DSAR': '',
  'a temporary directory plus a subdirectory for audit export': '',
  '[/internal/claims-enrichment]': '/internal/claims-enrichment',
  "the cluster's in-cluster service-account issuer URL":
    'https://kubernetes.default.svc.cluster.local',
  'in-cluster issuer URL': 'https://kubernetes.default.svc.cluster.local',
  "the cluster's in-cluster OIDC key-set address": 'https://kubernetes.default.svc/openid/v1/jwks',
  'in-cluster key-set address': 'https://kubernetes.default.svc/openid/v1/jwks',
  'the standard in-pod cluster CA bundle path':
    '/var/run/secrets/kubernetes.io/serviceaccount/ca.crt',
  'the standard in-pod projected token path': '/var/run/secrets/kubernetes.io/serviceaccount/token',
};

const propertyOf = (name: string): Property | undefined => known[propertyAliases[name] ?? name];

describe('the configuration agrees with the document', () => {
  test('contains every property of the document', () => {
    const missing = specProperties.map(({ name }) => name).filter((name) => !propertyOf(name));
    expect(missing).toEqual([]);
  });

  test.each(specProperties.map((p) => [p.name, p] as const))('%s', (_name, spec) => {
    const property = propertyOf(spec.name) as Property;
    expect(property.type).toBe(spec.type);
    if (spec.default.startsWith('a built-in default')) expect(property.default).not.toBe('');
    else if (spec.default === 'standard in-pod paths')
      expect(property.default).toMatch(/^\/var\/run\/secrets\/kubernetes\.io\/serviceaccount\//);
    else if (spec.default.startsWith('anchored regex'))
      expect(property.default).toMatch(/^\^system:serviceaccount:[a-z]+:[a-z-]+\$$/);
    else expect(property.default).toBe(worded[spec.default] ?? spec.default);
  });
});
