import type { Tx } from '@platform/kit/database';
import { problem } from '@platform/kit/problem';
import { isStandardPath } from './attribute-definition.ts';
import type { DefinitionRecord } from './attribute-definition.ts';

/** A mapping that writes an attribute, or reads the path where SCIM clients send it. */
export interface AttributeReference {
  type: 'directory' | 'migration_source';
  id: string;
  /** The name that administrators see. */
  name: string;
}

/** Finds the user mappings that write an attribute by its key or read it by its path. */
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

/**
 * Rejects the deletion of an attribute that a mapping writes or reads. @throws 409 `conflict` that
 * names the mappings
 */
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
 * Rejects a new SCIM path while a mapping reads the old one, which would always be empty. Standard
 * paths are served whether an attribute uses them or not. @throws 409 `conflict` that names the
 * mappings
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
