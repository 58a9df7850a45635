import type { Tx } from '@platform/kit/database';
import { problem } from '@platform/kit/problem';
import type { DefinitionRecord } from './attribute-definition.ts';

/** A mapping that writes an attribute, or reads what SCIM clients send for it. */
export interface AttributeReference {
  type: 'directory' | 'migration_source';
  id: string;
  /** As administrators know it. */
  name: string;
}

/** Finds the mappings that write or read an attribute of users. */
export type FindReferences = (
  tx: Tx,
  definition: Pick<DefinitionRecord, 'key' | 'scimPath'>,
) => Promise<AttributeReference[]>;

/** A mapping would go on writing or reading what is being deleted. @throws 409 `conflict` that names the mappings */
export async function refuseReferenced(
  tx: Tx,
  definition: DefinitionRecord,
  findReferences: FindReferences,
): Promise<void> {
  const references = definition.entityKind === 'user' ? await findReferences(tx, definition) : [];
  if (references.length === 0) return;
  const names = references.map(({ name }) => name).join(', ');
  const detail = `Mappings use this attribute: ${names}. Remove it from them first.`;
  throw problem('conflict', {
    detail,
    errors: [{ code: 'in_use', detail }],
    members: { references },
  });
}
