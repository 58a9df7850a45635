import type { UsersetJson } from './model-json.ts';
import { isGivenAt, itemsAt, memberAt, objectAt, reportAt, textAt } from './json-node.ts';
import type { JsonNode } from './json-node.ts';

const operators = [
  'this',
  'computedUserset',
  'tupleToUserset',
  'union',
  'intersection',
  'difference',
] as const;

/** Reads how the subjects of a relation are found: one operator and its operands. */
export function readUserset(node: JsonNode): UsersetJson {
  const userset = objectAt(node, operators);
  const given = Object.keys(userset.value)
    .map((name) => ({ name, operand: memberAt(userset, name) }))
    .filter(({ operand }) => isGivenAt(operand));
  const [only] = given;
  if (!only || given.length > 1) {
    reportAt(node, 'must have exactly one operator');
    return { this: {} };
  }
  return readOperator(only.name, only.operand);
}

function readOperator(operator: string, operand: JsonNode): UsersetJson {
  switch (operator) {
    case 'computedUserset':
      return { computedUserset: readReference(operand) };
    case 'tupleToUserset':
      return { tupleToUserset: readTupleToUserset(operand) };
    case 'union':
      return { union: { child: readChildren(operand) } };
    case 'intersection':
      return { intersection: { child: readChildren(operand) } };
    case 'difference':
      return { difference: readDifference(operand) };
    default:
      // An operator that does not exist was reported with its name.
      objectAt(operand);
      return { this: {} };
  }
}

function readReference(node: JsonNode): { relation: string } {
  const reference = objectAt(node, ['object', 'relation']);
  const object = memberAt(reference, 'object');
  if (object.value !== undefined && object.value !== '') reportAt(object, 'must be empty');
  return { relation: textAt(memberAt(reference, 'relation')) };
}

function readTupleToUserset(node: JsonNode): NonNullable<UsersetJson['tupleToUserset']> {
  const operands = objectAt(node, ['tupleset', 'computedUserset']);
  return {
    tupleset: readReference(memberAt(operands, 'tupleset')),
    computedUserset: readReference(memberAt(operands, 'computedUserset')),
  };
}

function readChildren(node: JsonNode): UsersetJson[] {
  const child = memberAt(objectAt(node, ['child']), 'child');
  const items = itemsAt(child);
  if (items.length === 0) reportAt(child, 'needs at least one child', 'required');
  return items.map(readUserset);
}

function readDifference(node: JsonNode): NonNullable<UsersetJson['difference']> {
  const operands = objectAt(node, ['base', 'subtract']);
  return {
    base: readUserset(memberAt(operands, 'base')),
    subtract: readUserset(memberAt(operands, 'subtract')),
  };
}
