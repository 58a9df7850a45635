import type { Finding } from '../language/finding.ts';
import type { ModelJson } from '../language/model-json.ts';
import { declaredIn } from './model-examination.ts';
import { entryPoints } from './entry-points.ts';
import { reportFinding } from './model-examination.ts';
import type { ModelExamination } from './model-examination.ts';
import { cycleFindings } from './relation-cycles.ts';
import { checkAssignability, checkRestrictions } from './restriction-rules.ts';
import { checkRewrite } from './rewrite-rules.ts';

/** The rules of the language itself. Checks all parts of each relation, so that all findings are reported together. */
export function languageFindings(model: ModelJson): Finding[] {
  const examination: ModelExamination = { model, types: declaredIn(model), findings: [] };
  checkHeader(examination);
  checkTypes(examination);
  // Where names are missing, reachability says nothing more.
  if (examination.findings.length === 0) checkReachability(examination);
  return examination.findings;
}

function checkHeader(examination: ModelExamination): void {
  const { schema_version: version, type_definitions: types } = examination.model;
  if (version !== '1.1')
    reportFinding(examination, ['schema_version'], 'invalid_format', 'must be 1.1');
  if (types.length === 0)
    reportFinding(examination, ['type_definitions'], 'required', 'must have at least one type');
}

function checkTypes(examination: ModelExamination): void {
  const seen = new Set<string>();
  for (const [i, { type, relations = {} }] of examination.model.type_definitions.entries()) {
    if (seen.has(type))
      reportFinding(
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

/** Relations that are computed from themselves, and others that no subject can ever have. */
function checkReachability(examination: ModelExamination): void {
  const { model, types, findings } = examination;
  const cycles = cycleFindings(model);
  findings.push(...cycles);
  const isCyclic = (i: number, name: string): boolean =>
    cycles.some(({ path }) => path[1] === i && path[3] === name);
  const reached = entryPoints(types);
  for (const [i, { type, relations = {} }] of model.type_definitions.entries()) {
    for (const name of Object.keys(relations))
      if (!reached.has(`${type}#${name}`) && !isCyclic(i, name))
        reportFinding(
          examination,
          ['type_definitions', i, 'relations', name],
          'invalid_format',
          'has no entry point, so no subject can ever have it',
        );
  }
}
