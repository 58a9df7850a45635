import type { ModelJson, RelationReferenceJson } from '../language/model-json.ts';
import type { ModelWarning } from './model-store.ts';

function formOf({ type, relation, wildcard, condition }: RelationReferenceJson): string {
  const subject = wildcard ? `${type}:*` : relation === undefined ? type : `${type}#${relation}`;
  return condition === undefined ? subject : `${subject} with ${condition}`;
}

/** Every pair of `type#relation` and a form of subject that it takes, with a condition or bare. */
function pairsOf(model: ModelJson): Map<string, { path: string; form: string }> {
  return new Map(
    model.type_definitions.flatMap(({ type, metadata }) =>
      Object.entries(metadata?.relations ?? {}).flatMap(([relation, described]) =>
        (described.directly_related_user_types ?? []).map((reference) => {
          const pair = { path: `${type}#${relation}`, form: formOf(reference) };
          return [`${pair.path} ${pair.form}`, pair] as const;
        }),
      ),
    ),
  );
}

/** Warnings to the author: tuples that the active model accepts and this one ignores, and unused conditions. */
export function warningsOf(model: ModelJson, active: ModelJson | undefined): ModelWarning[] {
  const pairs = pairsOf(model);
  const lost = active
    ? [...pairsOf(active)].filter(([key]) => !pairs.has(key)).map(([, pair]) => pair)
    : [];
  const used = new Set(
    model.type_definitions.flatMap(({ metadata }) =>
      Object.values(metadata?.relations ?? {}).flatMap((r) =>
        (r.directly_related_user_types ?? []).map((u) => u.condition),
      ),
    ),
  );
  return [
    ...lost.map(({ path, form }) => ({
      code: 'subject_no_longer_allowed',
      path,
      detail: `The active model accepts ${form} here; such tuples are kept but ignored`,
    })),
    ...Object.keys(model.conditions ?? {})
      .filter((name) => !used.has(name))
      .map((name) => ({
        code: 'condition_not_used',
        path: name,
        detail: 'No relation uses this condition',
      })),
  ];
}
