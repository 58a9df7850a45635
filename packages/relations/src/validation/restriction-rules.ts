import { inlineName } from '../conditions/inline-condition.ts';
import type { Finding } from '../language/finding.ts';
import type { RelationReferenceJson } from '../language/model-json.ts';
import { hasThis } from './model-examination.ts';
import type { DeclaredRelation } from './model-examination.ts';
import { reportFinding } from './model-examination.ts';
import type { ModelExamination } from './model-examination.ts';

type Path = Finding['path'];

/** Checks that the subjects of a relation exist, and that each is listed once. */
export function checkRestrictions(
  examination: ModelExamination,
  restrictions: readonly RelationReferenceJson[],
  path: Path,
): void {
  const forms = new Set<string>();
  for (const [i, restriction] of restrictions.entries()) {
    const at = [...path, i];
    checkReferences(examination, restriction, at);
    const { type, relation, wildcard, condition } = restriction;
    const form = JSON.stringify([type, relation, wildcard !== undefined, condition]);
    if (forms.has(form)) reportFinding(examination, at, 'already_exists', 'is listed twice');
    forms.add(form);
  }
}

/** Checks that the type, the relation and the condition of a restriction exist. */
function checkReferences(
  examination: ModelExamination,
  { type, relation, condition }: RelationReferenceJson,
  path: Path,
): void {
  const { model, types } = examination;
  if (!types.has(type))
    reportFinding(
      examination,
      [...path, 'type'],
      'type_not_found',
      `refers to the unknown type ${type}`,
    );
  else if (relation !== undefined && !types.get(type)?.has(relation))
    reportFinding(
      examination,
      [...path, 'relation'],
      'relation_not_found',
      `refers to ${relation}, which is not a relation of ${type}`,
    );
  const isKnown =
    condition === undefined ||
    condition === inlineName ||
    Object.hasOwn(model.conditions ?? {}, condition);
  if (!isKnown)
    reportFinding(
      examination,
      [...path, 'condition'],
      'not_found',
      `refers to the unknown condition ${condition}`,
    );
}

/** Checks that a relation lists direct subjects exactly when it is directly assignable. */
export function checkAssignability(
  examination: ModelExamination,
  { userset, restrictions }: DeclaredRelation,
  path: Path,
): void {
  if (hasThis(userset) && restrictions.length === 0)
    reportFinding(
      examination,
      path,
      'required',
      'must have directly related user types, because it is assigned directly',
    );
  if (!hasThis(userset) && restrictions.length > 0)
    reportFinding(
      examination,
      path,
      'not_assignable',
      'must not have directly related user types, because it is never assigned directly',
    );
}
