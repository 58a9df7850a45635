import type { FindReferences } from '../attribute-schema/attribute-references.ts';
import { listDirectoriesMapping } from '../directories/directory-store.ts';
import { findSource } from '../migration/sources/source-store.ts';

/** Maximum number of directories that an error names. */
const mostDirectories = 20;

/**
 * Finds the mappings of directories and of the migration source that write an attribute, or read
 * the path where SCIM clients send it.
 */
export const attributeReferences: FindReferences = async (tx, { key, scimPath }) => {
  const target = key === undefined ? undefined : `metadata.${key}`;
  const directories = await listDirectoriesMapping(
    tx,
    { target, source: scimPath },
    mostDirectories,
  );
  const source = key === undefined ? undefined : await findSource(tx);
  const isMapped = source?.mapping.some((rule) => rule.target === `/metadata/${key}`);
  return [
    ...directories.map((one) => ({ type: 'directory' as const, ...one })),
    ...(source && isMapped
      ? [{ type: 'migration_source' as const, id: source.id, name: 'the migration source' }]
      : []),
  ];
};
