import type { ClaimSchemaInput, ClaimSchemaResource, ClaimSource } from '@platform/contracts';
import type { ClaimSchemaRecord } from './claim-schema-store.ts';

/** A schema whose values are fetched. */
export type EndpointClaimSchema = ClaimSchemaRecord & {
  source: Extract<ClaimSource, { kind: 'endpoint' }>;
};

/** Is the value fetched? */
export const isOfEndpoint = (schema: ClaimSchemaRecord): schema is EndpointClaimSchema =>
  schema.source.kind === 'endpoint';

/** Never the same for two states of a name: one that was deleted and made anew counts its revisions anew. */
export const versionOf = ({
  createdAt,
  revision,
}: Pick<ClaimSchemaRecord, 'createdAt' | 'revision'>): string =>
  `${createdAt.getTime().toString(36)}.${revision}`;

/** A schema as the API answers it. */
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

/** What a body says of a schema. */
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
  'required',
  'default',
  'description',
  'enabled',
] as const;

/** JSON Pointers of what differs between two states, and what stood there; a default that was not there stands as absent. */
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
