import type { FieldError } from '@platform/contracts';
import type { DefinitionRecord } from './attribute-definition.ts';
import type { SchemaSettings } from './attribute-store.ts';
import { valueJudge } from './value-validators.ts';
import type { JudgeValue } from './value-validators.ts';

/** Properties of a user or an organization that the tenant chooses. */
export type Metadata = Record<string, unknown>;

/** The rules for the metadata of one kind, at one version. */
export interface AttributeSchema extends SchemaSettings {
  /** By key, including those being purged. */
  definitions: ReadonlyMap<string, DefinitionRecord>;
  required: readonly DefinitionRecord[];
  unique: readonly DefinitionRecord[];
  defaults: Metadata;
  /** Whether values of deleted definitions are being removed. */
  isPurging: boolean;
  /** Returns the errors of a value under its definition. */
  judge(definition: DefinitionRecord, value: unknown): FieldError[];
}

/** Builds the schema of one kind. Validators are compiled on first use. */
export function attributeSchema(
  settings: SchemaSettings,
  all: readonly DefinitionRecord[],
): AttributeSchema {
  const judges = new Map<string, JudgeValue>();
  const active = all
    .filter(({ state }) => state === 'active')
    .toSorted((a, b) => (a.key < b.key ? -1 : 1));
  return {
    ...settings,
    definitions: new Map(all.map((definition) => [definition.key, definition])),
    required: active.filter((definition) => definition.required),
    unique: active.filter((definition) => definition.uniqueSince !== null),
    defaults: Object.fromEntries(
      active
        .filter(({ defaultValue }) => defaultValue !== null && defaultValue !== undefined)
        .map(({ key, defaultValue }) => [key, defaultValue]),
    ),
    isPurging: all.some(({ state }) => state === 'purging'),
    judge(definition, value) {
      const judge = judges.get(definition.id) ?? valueJudge(definition);
      judges.set(definition.id, judge);
      return judge(value);
    },
  };
}
