import type { Finding } from '../language/finding.ts';
import type { ModelJson } from '../language/model-json.ts';
import type { DeclaredTypes } from './declared-relations.ts';

/** A model under examination, and what was found so far. */
export interface ModelExamination {
  model: ModelJson;
  types: DeclaredTypes;
  findings: Finding[];
}

export const reportFinding = (
  { findings }: ModelExamination,
  path: Finding['path'],
  code: Finding['code'],
  detail: string,
): void => void findings.push({ path, code, detail });
