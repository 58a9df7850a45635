// The codes of problems, as types.
import {
  commonProblems,
  declaredProblems,
  fieldErrorCodes,
  isConditional,
  problems,
} from '@platform/contracts';

const union = (names) =>
  [...names]
    .sort()
    .map((name) => `\n  | '${name}'`)
    .join('');

/** Codes that always occur together, under one name. */
const groups = {
  BodyCode: ['validation_failed', 'payload_too_large', 'unsupported_media_type'],
  KeyCode: ['idempotency_key_in_use', 'idempotency_key_reused'],
};

export const problemTypes = () => `
/** Codes of the API. */
export type ApiCode = keyof StatusByCode;

/** The status of each code. */
export interface StatusByCode {
${Object.entries(problems)
  .map(([code, { status, title }]) => `  /** ${title}. */\n  ${code}: ${status};`)
  .join('\n')}
}

/** Codes that every method can fail with. */
export type CommonCode =${union(commonProblems)};

/** Codes of methods with a body. */
export type BodyCode =${union(groups.BodyCode)};

/** Codes of methods with an idempotency key. */
export type KeyCode =${union(groups.KeyCode)};

/** Codes of the entries of \`errors\`. */
export type FieldErrorCode =${union(fieldErrorCodes)};
`;

/** The codes of an operation: the type of all of them, and those that are its own. */
export function codesOf(operation) {
  const codes = new Set(declaredProblems(operation));
  if (!isConditional(operation)) codes.delete('precondition_failed');
  for (const code of commonProblems) codes.delete(code);
  const types = ['CommonCode'];
  for (const [type, members] of Object.entries(groups)) {
    if (!members.every((code) => codes.has(code))) continue;
    types.push(type);
    for (const code of members) codes.delete(code);
  }
  const own = [...codes].sort();
  return { type: [...types, ...own.map((code) => `'${code}'`)].join(' | '), own };
}
