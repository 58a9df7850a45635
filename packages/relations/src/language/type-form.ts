import type { RelationReferenceJson, TypeDefinitionJson } from './model-json.ts';
import {
  isGivenAt,
  itemsAt,
  mapAt,
  memberAt,
  objectAt,
  optionalObjectAt,
  reportAt,
  textAt,
} from './json-node.ts';
import type { JsonNode } from './json-node.ts';
import { readUserset } from './userset-form.ts';

interface RelationMetadata {
  directly_related_user_types: RelationReferenceJson[];
}

/** Reads a type: its relations, and the subjects that may be assigned to them directly. */
export function readTypeDefinition(node: JsonNode): TypeDefinitionJson {
  const definition = objectAt(node, ['type', 'relations', 'metadata']);
  const relations = mapAt(optionalObjectAt(memberAt(definition, 'relations')), readUserset);
  const about = readMetadata(memberAt(definition, 'metadata'), relations);
  return {
    type: textAt(memberAt(definition, 'type')),
    relations,
    ...(Object.keys(about).length > 0 ? { metadata: { relations: about } } : {}),
  };
}

/** The metadata of a type's relations that have any. */
function readMetadata(node: JsonNode, relations: object): Record<string, RelationMetadata> {
  const metadata = optionalObjectAt(node, ['relations', 'module', 'source_info']);
  const described = optionalObjectAt(memberAt(metadata, 'relations'));
  const about = mapAt(described, readRelationMetadata);
  for (const name of Object.keys(about))
    if (!Object.hasOwn(relations, name))
      reportAt(memberAt(described, name), 'is not a relation of the type', 'relation_not_found');
  return Object.fromEntries(
    Object.entries(about).filter(([, each]) => each.directly_related_user_types.length > 0),
  );
}

function readRelationMetadata(node: JsonNode): RelationMetadata {
  const about = objectAt(node, ['directly_related_user_types', 'module', 'source_info']);
  const types = memberAt(about, 'directly_related_user_types');
  return { directly_related_user_types: itemsAt(types).map(readRestriction) };
}

function readRestriction(node: JsonNode): RelationReferenceJson {
  const reference = objectAt(node, [
    'type',
    'relation',
    'wildcard',
    'condition',
    'module',
    'source_info',
  ]);
  const isWildcard = isGivenAt(memberAt(reference, 'wildcard'));
  const relation = optionalText(memberAt(reference, 'relation'));
  if (isWildcard && relation !== undefined)
    reportAt(node, 'must have either relation or wildcard, not both');
  const type = textAt(memberAt(reference, 'type'));
  const condition = optionalText(memberAt(reference, 'condition'));
  return {
    type,
    ...(relation === undefined ? {} : { relation }),
    ...(isWildcard ? { wildcard: {} } : {}),
    ...(condition === undefined ? {} : { condition }),
  };
}

/** A string; undefined where it is absent or empty. */
const optionalText = (node: JsonNode): string | undefined =>
  node.value === undefined || node.value === '' ? undefined : textAt(node);
