import { inlineName } from '../conditions/inline-condition.ts';
import type { Finding } from '../language/finding.ts';
import type { ModelJson, RelationReferenceJson, UsersetJson } from '../language/model-json.ts';
import { declaredIn, hasThis } from './declared-relations.ts';
import type { DeclaredRelation, DeclaredTypes } from './declared-relations.ts';
import { entryPoints } from './entry-points.ts';
import { cycleFindings } from './relation-cycles.ts';

type Path = Finding['path'];

/** A model under examination, and what was found so far. */
interface Examination {
  model: ModelJson;
  types: DeclaredTypes;
  findings: Finding[];
}

const report = (
  { findings }: Examination,
  path: Path,
  code: Finding['code'],
  detail: string,
): void => void findings.push({ path, code, detail });

/** The rules of the language itself. Every place of one relation is looked at, so all faults come at once. */
export function languageFindings(model: ModelJson): Finding[] {
  const examination: Examination = { model, types: declaredIn(model), findings: [] };
  checkHeader(examination);
  checkTypes(examination);
  // Where names are missing, reachability says nothing more.
  if (examination.findings.length === 0) checkReachability(examination);
  return examination.findings;
}

function checkHeader(examination: Examination): void {
  const { schema_version: version, type_definitions: types } = examination.model;
  if (version !== '1.1') report(examination, ['schema_version'], 'invalid_format', 'must be 1.1');
  if (types.length === 0)
    report(examination, ['type_definitions'], 'required', 'must have at least one type');
}

function checkTypes(examination: Examination): void {
  const seen = new Set<string>();
  for (const [i, { type, relations = {} }] of examination.model.type_definitions.entries()) {
    if (seen.has(type))
      report(
        examination,
        ['type_definitions', i, 'type'],
        'already_exists',
        `repeats the type ${type}`,
      );
    seen.add(type);
    for (const [name, userset] of Object.entries(relations)) {
      const restrictions = examination.types.get(type)?.get(name)?.restrictions ?? [];
      const path = ['type_definitions', i, 'relations', name];
      checkRewrite(examination, type, userset, path);
      checkRestrictions(examination, restrictions, [
        'type_definitions',
        i,
        'metadata',
        'relations',
        name,
        'directly_related_user_types',
      ]);
      checkAssignability(examination, { userset, restrictions }, path);
    }
  }
}

function checkRewrite(
  examination: Examination,
  type: string,
  userset: UsersetJson,
  path: Path,
): void {
  const relations = examination.types.get(type);
  if (userset.computedUserset && !relations?.has(userset.computedUserset.relation)) {
    report(
      examination,
      [...path, 'computedUserset', 'relation'],
      'relation_not_found',
      `refers to ${userset.computedUserset.relation}, which is not a relation of ${type}`,
    );
  }
  if (userset.tupleToUserset)
    checkTupleset(examination, type, userset.tupleToUserset, [...path, 'tupleToUserset']);
  for (const kind of ['union', 'intersection'] as const)
    userset[kind]?.child.forEach((child, i) =>
      checkRewrite(examination, type, child, [...path, kind, 'child', i]),
    );
  for (const side of ['base', 'subtract'] as const)
    if (userset.difference)
      checkRewrite(examination, type, userset.difference[side], [...path, 'difference', side]);
}

function checkTupleset(
  examination: Examination,
  type: string,
  { tupleset, computedUserset }: NonNullable<UsersetJson['tupleToUserset']>,
  path: Path,
): void {
  const { types } = examination;
  const at = [...path, 'tupleset', 'relation'];
  const declared = types.get(type)?.get(tupleset.relation);
  if (!declared)
    return report(
      examination,
      at,
      'relation_not_found',
      `refers to ${tupleset.relation}, which is not a relation of ${type}`,
    );
  const isPlain = declared.restrictions.every((r) => r.relation === undefined && !r.wildcard);
  if (!declared.userset.this || !isPlain)
    report(
      examination,
      at,
      'invalid_format',
      `refers to ${tupleset.relation}, which must be a direct relation to plain types`,
    );
  if (!declared.restrictions.some((r) => types.get(r.type)?.has(computedUserset.relation)))
    report(
      examination,
      [...path, 'computedUserset', 'relation'],
      'relation_not_found',
      `refers to ${computedUserset.relation}, which does not exist in any type of ${tupleset.relation}`,
    );
}

function checkRestrictions(
  examination: Examination,
  restrictions: readonly RelationReferenceJson[],
  path: Path,
): void {
  const forms = new Set<string>();
  for (const [i, restriction] of restrictions.entries()) {
    const at = [...path, i];
    checkReferences(examination, restriction, at);
    const { type, relation, wildcard, condition } = restriction;
    const form = JSON.stringify([type, relation, wildcard !== undefined, condition]);
    if (forms.has(form)) report(examination, at, 'already_exists', 'is listed twice');
    forms.add(form);
  }
}

/** Do the type, the relation and the condition exist that a restriction names? */
function checkReferences(
  examination: Examination,
  { type, relation, condition }: RelationReferenceJson,
  path: Path,
): void {
  const { model, types } = examination;
  if (!types.has(type))
    report(examination, [...path, 'type'], 'type_not_found', `refers to the unknown type ${type}`);
  else if (relation !== undefined && !types.get(type)?.has(relation))
    report(
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
    report(
      examination,
      [...path, 'condition'],
      'not_found',
      `refers to the unknown condition ${condition}`,
    );
}

/** A relation lists the subjects that it takes directly exactly when it takes some. */
function checkAssignability(
  examination: Examination,
  { userset, restrictions }: DeclaredRelation,
  path: Path,
): void {
  if (hasThis(userset) && restrictions.length === 0)
    report(
      examination,
      path,
      'required',
      'must have directly related user types, because it is assigned directly',
    );
  if (!hasThis(userset) && restrictions.length > 0)
    report(
      examination,
      path,
      'not_assignable',
      'must not have directly related user types, because it is never assigned directly',
    );
}

/** Relations that are computed from themselves, and others that no subject can ever have. */
function checkReachability(examination: Examination): void {
  const { model, types, findings } = examination;
  const cycles = cycleFindings(model);
  findings.push(...cycles);
  const isCyclic = (i: number, name: string): boolean =>
    cycles.some(({ path }) => path[1] === i && path[3] === name);
  const reached = entryPoints(types);
  for (const [i, { type, relations = {} }] of model.type_definitions.entries()) {
    for (const name of Object.keys(relations))
      if (!reached.has(`${type}#${name}`) && !isCyclic(i, name))
        report(
          examination,
          ['type_definitions', i, 'relations', name],
          'invalid_format',
          'has no entry point, so no subject can ever have it',
        );
  }
}
