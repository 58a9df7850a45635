import type { Tx } from '@platform/kit/database';
import { problem } from '@platform/kit/problem';
import type { DefinitionRecord } from './attribute-definition.ts';

/** A mapping that writes an attribute. */
export interface AttributeReference {
  type: 'directory' | 'migration_source';
  id: string;
  /** As administrators know it. */
  name: string;
}

/** Finds the mappings that write an attribute of users. */
export type FindReferences = (tx: Tx, key: string) => Promise<AttributeReference[]>;

/** A mapping would go on writing what is being deleted. @throws 409 `conflict` that names the mappings */
export async function refuseReferenced(
  tx: Tx,
  { entityKind, key }: DefinitionRecord,
  findReferences: FindReferences,
): Promise<void> {
  const references = entityKind === 'user' ? await findReferences(tx, key) : [];
  if (references.length === 0) return;
  const names = references.map(({ name }) => name).join(', ');
  const detail = `Mappings write this attribute: ${names}. Remove it from them first.`;
  throw problem('conflict', {
    detail,
    errors: [{ code: 'in_use', detail }],
    members: { references },
  });
}
