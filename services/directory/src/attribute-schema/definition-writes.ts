import type { AttributeDefinitionCreation, AttributeDefinitionPatch } from '@platform/contracts';
import type { Tx } from '@platform/kit/database';
import type { Jobs } from '@platform/kit/jobs';
import { problemWithReason, problem } from '@platform/kit/problem';
import { definitionResource } from './attribute-definition.ts';
import type { DefinitionRecord } from './attribute-definition.ts';
import { refuseMoved, refuseReferenced } from './attribute-references.ts';
import type { FindReferences } from './attribute-references.ts';
import {
  bumpSchema,
  deleteDefinition,
  insertDefinition,
  listDefinitions,
  updateDefinition,
} from './attribute-store.ts';
import { enqueueScan } from './conformance-job.ts';
import { changedDefinition, newDefinition, refuseTaken } from './definition-changes.ts';
import { checkDefinition } from './definition-rules.ts';
import { enqueuePurge } from './purge-job.ts';
import { isHeld } from './stored-metadata-store.ts';

export interface DefinitionWriting {
  jobs: Pick<Jobs, 'enqueue'>;
  maxDefinitions: number;
  findReferences: FindReferences;
}

type DefinitionEvent =
  | 'attribute_schema.definition_created'
  | 'attribute_schema.definition_updated'
  | 'attribute_schema.definition_deleted';

/** Records that a deletion checks before it reports that values may be stored. */
const probedRecords = 10_000;

const tell = (tx: Tx, type: DefinitionEvent, definition: DefinitionRecord, changed?: string[]) =>
  tx.publish({
    type,
    subject: { type: 'attribute_definition', id: definition.id },
    data: { attributeDefinition: definitionResource(definition), changed },
  });

/** A valid new definition that does not conflict with the others of its kind. Writes nothing. */
export function plannedDefinition(
  given: AttributeDefinitionCreation,
  template: DefinitionRecord['template'],
  others: readonly DefinitionRecord[],
): DefinitionRecord {
  const definition = newDefinition(given, template, new Date());
  checkDefinition(definition);
  refuseTaken(definition, others);
  return definition;
}

/** Adds definitions of one kind. @throws 422 `limit_exceeded` */
export async function addDefinitions(
  tx: Tx,
  definitions: readonly DefinitionRecord[],
  { jobs, maxDefinitions }: DefinitionWriting,
  present: number,
): Promise<void> {
  const [first] = definitions;
  if (!first) return;
  if (present + definitions.length > maxDefinitions) {
    const detail = `A tenant can have at most ${maxDefinitions} attribute definitions of each kind`;
    throw problemWithReason('limit_exceeded', { code: 'limit_exceeded', detail });
  }
  await bumpSchema(tx, first.entityKind);
  for (const definition of definitions) {
    await insertDefinition(tx, definition);
    await enqueueScan(tx, jobs, definition);
    await tell(tx, 'attribute_schema.definition_created', definition);
  }
}

export async function createDefinition(
  tx: Tx,
  given: AttributeDefinitionCreation,
  writing: DefinitionWriting,
): Promise<DefinitionRecord> {
  const others = await listDefinitions(tx, given.entityKind);
  const definition = plannedDefinition(given, null, others);
  await addDefinitions(tx, [definition], writing, others.length);
  return definition;
}

/** Changes a definition. Stored values stay, and are scanned if the rules for them changed. */
export async function changeDefinition(
  tx: Tx,
  before: DefinitionRecord,
  given: AttributeDefinitionPatch,
  { jobs, findReferences }: DefinitionWriting,
): Promise<{ definition: DefinitionRecord; changed: string[] }> {
  refusePurging(before);
  const { after, changed, isRuleChange } = changedDefinition(before, given, new Date());
  if (changed.length === 0) return { definition: before, changed };
  checkDefinition(after);
  refuseTaken(after, await listDefinitions(tx, after.entityKind));
  if (after.scimPath.toLowerCase() !== before.scimPath.toLowerCase())
    await refuseMoved(tx, before, findReferences);
  await updateDefinition(tx, after);
  await bumpSchema(tx, after.entityKind);
  if (isRuleChange) await enqueueScan(tx, jobs, after);
  await tell(tx, 'attribute_schema.definition_updated', after, changed);
  return { definition: after, changed };
}

function refusePurging({ state }: DefinitionRecord): void {
  if (state === 'purging')
    throw problem('invalid_state', {
      detail: 'The attribute was deleted and its values are being removed',
    });
}

/** Deletes a definition that no record has a value of or, with `purgeValues`, the values too. */
export async function removeDefinition(
  tx: Tx,
  definition: DefinitionRecord,
  purgeValues: boolean,
  { jobs, findReferences }: DefinitionWriting,
): Promise<void> {
  refusePurging(definition);
  await refuseReferenced(tx, definition, findReferences);
  if (purgeValues) {
    const purging: DefinitionRecord = {
      ...definition,
      state: 'purging',
      uniqueSince: null,
      unfilledAfter: null,
      version: definition.version + 1,
      updatedAt: new Date(),
    };
    await updateDefinition(tx, purging);
    await enqueuePurge(tx, jobs, definition.id);
  } else {
    await refuseHeld(tx, definition);
    await deleteDefinition(tx, definition.id);
  }
  await bumpSchema(tx, definition.entityKind);
  await tell(tx, 'attribute_schema.definition_deleted', definition);
}

async function refuseHeld(tx: Tx, definition: DefinitionRecord): Promise<void> {
  const held = await isHeld(tx, definition, probedRecords);
  if (held === false) return;
  const detail =
    held === undefined
      ? 'There are too many records to check quickly whether one has a value; set purgeValues to delete the values too'
      : 'Some records have a value for this attribute; set purgeValues to delete the values too';
  throw problemWithReason('conflict', { code: 'in_use', detail });
}
