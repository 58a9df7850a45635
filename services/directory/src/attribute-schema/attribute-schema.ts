export { attributeSchemas } from './attribute-schemas.ts';
export type { AttributeSchemas } from './attribute-schemas.ts';
export type { AttributeSchema, Metadata } from './schema.ts';
export {
  acceptedMetadata,
  fittingMetadata,
  incompleteAttributes,
  isSensitiveKey,
  ownMetadata,
  publishedMetadata,
  selfIncomplete,
  tokenAttributes,
  visibleMetadata,
} from './metadata-rules.ts';
export type { MetadataWriter } from './metadata-rules.ts';
export { jsonSchemaDocument } from './json-schema.ts';
export { typedMetadata } from './value-typing.ts';
export {
  deleteUniqueValuesOf,
  fittingUnique,
  keepUnique,
  takeUniqueValues,
  uniqueValuesOf,
} from './unique-values.ts';
export type { OwnedUniqueValue } from './unique-values.ts';
export type { DefinitionRecord as AttributeDefinition } from './attribute-definition.ts';
