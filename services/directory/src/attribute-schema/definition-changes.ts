import type { AttributeDefinitionCreation, AttributeDefinitionPatch } from '@platform/contracts';
import { mergePatch } from '@platform/kit/formats';
import { newId } from '@platform/kit/ids';
import { problemWithReason } from '@platform/kit/problem';
import { isSame } from '../json/json-equality.ts';
import { propertiesOf, defaultProperties } from './attribute-definition.ts';
import type { DefinitionProperties, DefinitionRecord } from './attribute-definition.ts';

const never: DefinitionRecord['conformance'] = {
  state: 'idle',
  checked: 0,
  violations: 0,
  sampleIds: [],
  finishedAt: null,
};

/** Applies a merge patch. A removed property gets its default. */
function patchedProperties(
  before: DefinitionProperties,
  given: AttributeDefinitionPatch,
  usual: DefinitionProperties,
): DefinitionProperties {
  const merged = mergePatch(propertiesOf(before), given) as DefinitionProperties;
  return propertiesOf({ ...usual, ...merged });
}

/** A new definition whose stored values have not been scanned. */
export function newDefinition(
  { entityKind, key, type, multiValued, ...given }: AttributeDefinitionCreation,
  template: DefinitionRecord['template'],
  now: Date,
): DefinitionRecord {
  const usual = defaultProperties(entityKind, key);
  const properties = patchedProperties(usual, given as AttributeDefinitionPatch, usual);
  return {
    ...properties,
    id: newId('attributeDefinition'),
    state: 'active',
    entityKind,
    key,
    type,
    multiValued,
    template,
    generation: 1,
    uniqueSince: properties.unique ? 1 : null,
    unfilledAfter: properties.unique ? '' : null,
    conformance: { ...never, state: 'scanning' },
    version: 1,
    createdAt: now,
    updatedAt: now,
  };
}

const rulesOf = ({ format, constraints, required, unique }: DefinitionProperties) => ({
  format,
  constraints,
  required,
  unique,
});

/**
 * A definition after a merge patch, with the pointers of what changed. Changed rules start a new
 * generation, which is scanned.
 */
export function changedDefinition(
  before: DefinitionRecord,
  given: AttributeDefinitionPatch,
  now: Date,
): { after: DefinitionRecord; changed: string[]; isRuleChange: boolean } {
  const was = propertiesOf(before);
  const properties = patchedProperties(
    was,
    given,
    defaultProperties(before.entityKind, before.key),
  );
  const changed = Object.keys(properties)
    .filter((name) => !isSame(properties[name as keyof typeof was], was[name as keyof typeof was]))
    .map((name) => `/${name}`);
  const isRuleChange = !isSame(rulesOf(properties), rulesOf(was));
  const generation = before.generation + (isRuleChange ? 1 : 0);
  const uniqueSince = properties.unique ? (before.uniqueSince ?? generation) : null;
  const isNewlyUnique = properties.unique && before.uniqueSince === null;
  const unfilledAfter = properties.unique ? before.unfilledAfter : null;
  const conformance: DefinitionRecord['conformance'] = isRuleChange
    ? { ...before.conformance, state: 'scanning' }
    : before.conformance;
  const after: DefinitionRecord = {
    ...before,
    ...properties,
    generation,
    uniqueSince,
    unfilledAfter: isNewlyUnique ? '' : unfilledAfter,
    conformance,
    version: before.version + 1,
    updatedAt: now,
  };
  return { after, changed, isRuleChange };
}

/** Rejects a key or SCIM path that another definition of the kind uses. */
export function refuseTaken(
  definition: Pick<DefinitionRecord, 'id' | 'key' | 'scimPath'>,
  others: readonly DefinitionRecord[],
): void {
  for (const other of others) {
    if (other.id === definition.id) continue;
    if (other.key === definition.key && other.state === 'purging') {
      throw problemWithReason('invalid_state', {
        pointer: '/key',
        code: 'in_use',
        detail: 'belongs to a deleted attribute whose values are still being removed',
      });
    }
    const property = other.key === definition.key ? 'key' : 'scimPath';
    if (other.key !== definition.key && other.scimPath !== definition.scimPath) continue;
    throw problemWithReason('already_exists', {
      pointer: `/${property}`,
      code: 'already_exists',
      detail: 'is already used by another attribute',
    });
  }
}
