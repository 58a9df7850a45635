import type { Tx } from '@platform/kit/database';
import { problem } from '@platform/kit/problem';
import { isStandardPath } from './attribute-definition.ts';
import type { DefinitionRecord } from './attribute-definition.ts';

/** A mapping that writes an attribute, or reads what SCIM clients send for it. */
export interface AttributeReference {
  type: 'directory' | 'migration_source';
  id: string;
  /** As administrators know it. */
  name: string;
}

/** Finds the mappings of users that write an attribute by its key, or read it by its path. */
export type FindReferences = (
  tx: Tx,
  attribute: Partial<Pick<DefinitionRecord, 'key' | 'scimPath'>>,
) => Promise<AttributeReference[]>;

const namesOf = (references: readonly AttributeReference[]): string =>
  references.map(({ name }) => name).join(', ');

const inUse = (references: AttributeReference[], detail: string, pointer?: string) =>
  problem('conflict', {
    detail,
    errors: [{ code: 'in_use', detail, ...(pointer === undefined ? {} : { pointer }) }],
    members: { references },
  });

/** A mapping would go on writing or reading what is being deleted. @throws 409 `conflict` that names the mappings */
export async function refuseReferenced(
  tx: Tx,
  definition: DefinitionRecord,
  findReferences: FindReferences,
): Promise<void> {
  const { entityKind, key, scimPath } = definition;
  const references = entityKind === 'user' ? await findReferences(tx, { key, scimPath }) : [];
  if (references.length === 0) return;
  const detail = `Mappings use this attribute: ${namesOf(references)}. Remove it from them first.`;
  throw inUse(references, detail);
}

/**
 * A mapping would continue to read the path that an attribute leaves, which is empty from then on. Paths of the standard are served
 * whether an attribute is there or not. @throws 409 `conflict` that names the mappings
 */
export async function refuseMoved(
  tx: Tx,
  { entityKind, scimPath }: Pick<DefinitionRecord, 'entityKind' | 'scimPath'>,
  findReferences: FindReferences,
): Promise<void> {
  if (entityKind !== 'user' || isStandardPath(scimPath)) return;
  const references = await findReferences(tx, { scimPath });
  if (references.length === 0) return;
  const detail = `Mappings read the present scimPath: ${namesOf(references)}. Remove it from them first.`;
  throw inUse(references, detail, '/scimPath');
}
