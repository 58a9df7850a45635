import type { FieldError, OpenfgaTuple } from '@platform/contracts';

/** A tuple of a request, with the condition that a write or a contextual tuple has. */
export type NamedTuple = Pick<OpenfgaTuple, 'user' | 'relation' | 'object'> &
  Partial<Pick<OpenfgaTuple, 'condition'>>;

const typeOf = (text: string): string => text.slice(0, Math.max(0, text.indexOf(':')));

/** The member of a tuple that an error is about. */
type Part = 'subject' | 'relation' | 'object' | undefined;

const partOf = (pointer = ''): Part => {
  if (pointer.startsWith('/subjectFilters/')) return 'subject';
  const last = pointer.slice(pointer.lastIndexOf('/') + 1);
  return last === 'subject' || last === 'relation' || last === 'object' ? last : undefined;
};

const keyText = ({ user, relation, object }: NamedTuple): string => `${object}#${relation}@${user}`;

/** `user: 'user:anne', relation: 'viewer', object: 'document:1'`. */
export const listedKey = ({ user, relation, object }: NamedTuple): string =>
  `user: '${user}', relation: '${relation}', object: '${object}'`;

function missingType({ user, object }: NamedTuple, part: Part): string {
  return `type '${typeOf(part === 'subject' ? user : object)}' not found`;
}

function missingRelation({ user, relation, object }: NamedTuple, part: Part): string {
  if (part !== 'subject') return `relation '${typeOf(object)}#${relation}' not found`;
  return `relation '${typeOf(user)}#${user.slice(user.indexOf('#') + 1)}' not found`;
}

function notAssignable({ user, relation, object }: NamedTuple): string {
  const target = `'${typeOf(object)}#${relation}'`;
  const rule = `is not an allowed type restriction for ${target}`;
  if (user.endsWith(':*')) return `the typed wildcard '${user}' ${rule}`;
  const hash = user.indexOf('#');
  return hash < 0
    ? `type '${typeOf(user)}' ${rule}`
    : `'${typeOf(user)}${user.slice(hash)}' ${rule}`;
}

const malformed: Record<NonNullable<Part>, string> = {
  subject: "the 'user' field is malformed",
  relation: "the 'relation' field is malformed",
  object: "invalid 'object' field format",
};

/** Why the model does not accept a tuple, in the words of OpenFGA. */
export function faultOf(tuple: NamedTuple, { code, pointer, detail }: FieldError): string {
  const part = partOf(pointer);
  switch (code) {
    case 'type_not_found':
      return missingType(tuple, part);
    case 'relation_not_found':
      return missingRelation(tuple, part);
    case 'not_assignable':
      return notAssignable(tuple);
    case 'condition_not_allowed':
      return tuple.condition ? 'invalid condition for type restriction' : 'condition is missing';
    case 'self_reference':
      return 'cannot write a tuple that is implicit';
    case 'invalid_format':
      return part ? malformed[part] : detail;
    default:
      return detail;
  }
}

const aboutCondition = new Set<FieldError['code']>([
  'condition_not_allowed',
  'condition_context_invalid',
]);

/** Whether the condition of a tuple is at fault. */
export const isConditionFault = ({ code }: FieldError): boolean => aboutCondition.has(code);

/** The sentence about a tuple that the model does not accept. */
export function invalidTuple(tuple: NamedTuple, error: FieldError): string {
  const name = tuple.condition?.name;
  const condition = isConditionFault(error) && name ? ` (condition ${name})` : '';
  return `Invalid tuple '${keyText(tuple)}${condition}'. Reason: ${faultOf(tuple, error)}`;
}
