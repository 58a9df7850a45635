import type { ClaimSchemaInput, ClaimSchemaResource, ClaimSource } from '@platform/contracts';
import type { ClaimSchemaRecord } from './claim-schema-store.ts';

/** A schema whose values an endpoint provides. */
export type EndpointClaimSchema = ClaimSchemaRecord & {
  source: Extract<ClaimSource, { kind: 'endpoint' }>;
};

/** Whether an endpoint provides the values. */
export const isOfEndpoint = (schema: ClaimSchemaRecord): schema is EndpointClaimSchema =>
  schema.source.kind === 'endpoint';

/**
 * Returns a tag that differs for every state of a name: a name that is deleted and created again
 * restarts its revisions.
 */
export const versionOf = ({
  createdAt,
  revision,
}: Pick<ClaimSchemaRecord, 'createdAt' | 'revision'>): string =>
  `${createdAt.getTime().toString(36)}.${revision}`;

export const claimSchemaResource = ({
  defaultJson,
  createdAt,
  updatedAt,
  ...shown
}: ClaimSchemaRecord): ClaimSchemaResource => ({
  id: shown.claimName,
  ...shown,
  default: defaultJson === null ? undefined : (JSON.parse(defaultJson) as unknown),
  createdAt: createdAt.toISOString(),
  updatedAt: updatedAt.toISOString(),
});

const escaped = (name: string): string => name.replaceAll('~', '~0').replaceAll('/', '~1');

/** Returns the fields of a body. */
export const fieldsOf = (
  claimName: string,
  { default: value, source, ...fields }: ClaimSchemaInput,
): Omit<ClaimSchemaRecord, 'revision' | 'createdAt' | 'updatedAt'> => ({
  claimName,
  ...fields,
  defaultJson: value === undefined ? null : JSON.stringify(value),
  source:
    source.kind === 'endpoint'
      ? { ...source, pointer: source.pointer ?? `/claims/${escaped(claimName)}` }
      : source,
});

const compared = [
  'schema',
  'source',
  'clientIds',
  'scopes',
  'tokens',
  'resources',
  'required',
  'default',
  'description',
  'enabled',
] as const;

/**
 * Returns JSON Pointers to the differences between two states, with the previous values; a missing
 * default counts as absent.
 */
export function schemaDifference(
  before: ClaimSchemaResource,
  after: ClaimSchemaResource,
): { changed: string[]; previous: Record<string, unknown> } {
  const changed = compared.filter(
    (name) => JSON.stringify(before[name]) !== JSON.stringify(after[name]),
  );
  return {
    changed: changed.map((name) => `/${name}`),
    previous: Object.fromEntries(
      changed.flatMap((name) => (before[name] === undefined ? [] : [[`/${name}`, before[name]]])),
    ),
  };
}
