import type { AttributeMappingRule, DirectoryKind } from '@platform/contracts';
import type { Tx } from '@platform/kit/database';
import { invalid } from '@platform/kit/problem';
import type { AttributeSchemas } from '../../attribute-schema/attribute-schema.ts';
import { resolvePath } from './attribute-path.ts';
import type { ResourceSchema } from './attribute.ts';
import { userResourceSchema } from './tenant-extension.ts';
import { enterpriseSchema, userSchema } from './user-schema.ts';

/** The user attributes in directories that the platform reads. */
const readSchema: ResourceSchema = {
  resourceType: 'User',
  collection: 'Users',
  core: userSchema,
  extensions: [enterpriseSchema],
};

/** `emails[type eq "work"].value` has the same attribute as `emails.value`. */
const withoutType = (source: string): string => source.replace(/\[[^\]]*\]/, '');

/**
 * Checks that users of a directory have the attributes that its mapping reads. SCIM clients may
 * send attributes that no schema lists: these are not stored, so a mapping that reads one would
 * never find a value.
 * @throws 422 `unknown_attribute` at the first such source
 */
export const mappingSourceCheck =
  (schemas: Pick<AttributeSchemas, 'read'>) =>
  async (
    tx: Tx,
    kind: DirectoryKind,
    rules: readonly Pick<AttributeMappingRule, 'source'>[],
  ): Promise<void> => {
    if (rules.length === 0) return;
    const isScim = kind === 'scim';
    const schema = isScim ? userResourceSchema(await schemas.read(tx, 'user')) : readSchema;
    const at = rules.findIndex(
      ({ source }) => !resolvePath(schema, withoutType(source))?.attribute,
    );
    if (at < 0) return;
    throw invalid(
      `/attributeMapping/${at}/source`,
      'unknown_attribute',
      isScim
        ? 'must be an attribute of the SCIM schema of users; to add one, create an attribute definition with this scimPath'
        : 'must be an attribute of the User or EnterpriseUser schema of SCIM',
    );
  };
