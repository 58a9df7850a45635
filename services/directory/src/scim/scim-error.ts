import { problem } from '@platform/kit/problem';
import type { Problem } from '@platform/kit/problem';

/** Details of a 400 (RFC 7644 §3.12). */
export type ScimErrorType =
  | 'invalidFilter'
  | 'invalidPath'
  | 'invalidSyntax'
  | 'invalidValue'
  | 'mutability'
  | 'noTarget'
  | 'tooMany';

/** A 400 that names the rule of the protocol that the request breaks. */
export const scimError = (scimType: ScimErrorType, detail: string): Problem =>
  problem('invalid_parameter', { detail, members: { scimType } });
