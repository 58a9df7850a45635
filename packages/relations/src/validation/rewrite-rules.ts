import type { Finding } from '../language/finding.ts';
import type { UsersetJson } from '../language/model-json.ts';
import { reportFinding } from './model-examination.ts';
import type { ModelExamination } from './model-examination.ts';

type Path = Finding['path'];

/** Checks that the relations of a rewrite exist and can be followed. */
export function checkRewrite(
  examination: ModelExamination,
  type: string,
  userset: UsersetJson,
  path: Path,
): void {
  const relations = examination.types.get(type);
  if (userset.computedUserset && !relations?.has(userset.computedUserset.relation)) {
    reportFinding(
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
  examination: ModelExamination,
  type: string,
  { tupleset, computedUserset }: NonNullable<UsersetJson['tupleToUserset']>,
  path: Path,
): void {
  const { types } = examination;
  const at = [...path, 'tupleset', 'relation'];
  const declared = types.get(type)?.get(tupleset.relation);
  if (!declared)
    return reportFinding(
      examination,
      at,
      'relation_not_found',
      `refers to ${tupleset.relation}, which is not a relation of ${type}`,
    );
  const isPlain = declared.restrictions.every((r) => r.relation === undefined && !r.wildcard);
  if (!declared.userset.this || !isPlain)
    reportFinding(
      examination,
      at,
      'invalid_format',
      `refers to ${tupleset.relation}, which must be a direct relation to plain types`,
    );
  if (!declared.restrictions.some((r) => types.get(r.type)?.has(computedUserset.relation)))
    reportFinding(
      examination,
      [...path, 'computedUserset', 'relation'],
      'relation_not_found',
      `refers to ${computedUserset.relation}, which does not exist in any type of ${tupleset.relation}`,
    );
}
