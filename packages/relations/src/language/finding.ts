import { pointerOf } from '@platform/contracts';
import type { FieldError, FieldErrorCode, ProblemCode } from '@platform/contracts';
import { fieldSentences, problem } from '@platform/kit/problem';
import type { Problem } from '@platform/kit/problem';

/** An error at one path of a model's JSON. */
export interface Finding {
  path: (string | number)[];
  code: FieldErrorCode;
  detail: string;
}

/** The relation or type that a path leads to, in the words of the language. */
function locationOf(path: Finding['path'], types: readonly { type: string }[]): string {
  if (path[0] === 'conditions')
    return path[1] === undefined ? 'conditions' : `condition ${path[1]}`;
  const type = types[path[1] as number]?.type;
  if (path[0] !== 'type_definitions' || type === undefined) return 'the model';
  const relation = path[2] === 'relations' ? path[3] : path[2] === 'metadata' ? path[4] : undefined;
  return relation === undefined ? type : `${type}#${relation}`;
}

const maxFindings = 100;

/** All findings of one stage as one refusal; those of a text name the relation or type, because JSON pointers do not apply. */
export function refusalOf(
  findings: readonly Finding[],
  source: 'dsl' | 'model',
  types: readonly { type: string }[],
  code: ProblemCode = 'validation_failed',
): Problem {
  const errors = findings
    .slice(0, maxFindings)
    .map(({ path, code: fieldCode, detail }): FieldError =>
      source === 'model'
        ? { pointer: `/model${pointerOf(path)}`, code: fieldCode, detail }
        : { pointer: '/dsl', code: fieldCode, detail: `In ${locationOf(path, types)}: ${detail}` },
    );
  return problem(code, { detail: fieldSentences(errors), errors });
}
