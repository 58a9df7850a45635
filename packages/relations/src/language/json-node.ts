import type { Finding } from './finding.ts';

/** A node in a document that is being read: its value, the path to it, and the findings of the whole document. */
export interface JsonNode {
  value: unknown;
  path: Finding['path'];
  findings: Finding[];
}

/** A node whose members are read by name. */
export interface JsonObjectNode extends JsonNode {
  value: Record<string, unknown>;
}

/** Adds a finding about this node. */
export function reportAt(
  { path, findings }: JsonNode,
  detail: string,
  code: Finding['code'] = 'invalid_format',
): void {
  findings.push({ path, code, detail });
}

const reportKind = (node: JsonNode, detail: string): void =>
  reportAt(node, detail, node.value === undefined ? 'required' : 'invalid_format');

/** The child of a node under a name or an index. */
const childNode = (
  { path, findings }: JsonNode,
  name: string | number,
  value: unknown,
): JsonNode => ({ value, path: [...path, name], findings });

/** True unless the value is absent or null. */
export const isGivenAt = ({ value }: JsonNode): boolean => value !== undefined && value !== null;

/** An object that has only these members, or any if none are listed. Anything else is reported and read as an empty object. */
export function objectAt(node: JsonNode, known: readonly string[] = []): JsonObjectNode {
  const { value } = node;
  if (typeof value !== 'object' || value === null || Array.isArray(value)) {
    reportKind(node, 'must be an object');
    return { ...node, value: {} };
  }
  for (const [name, member] of Object.entries(value))
    if (known.length > 0 && !known.includes(name))
      reportAt(childNode(node, name, member), 'is not a known property', 'unknown_member');
  return node as JsonObjectNode;
}

/** As {@link objectAt}; an absent or null node is an object without members. */
export const optionalObjectAt = (node: JsonNode, known?: readonly string[]): JsonObjectNode =>
  isGivenAt(node) ? objectAt(node, known) : { ...node, value: {} };

/** The node of a member, which may be absent. */
export const memberAt = (object: JsonObjectNode, name: string): JsonNode =>
  childNode(object, name, object.value[name]);

/** A string. Anything else is reported and read as an empty one. */
export function textAt(node: JsonNode): string {
  if (typeof node.value === 'string') return node.value;
  reportKind(node, 'must be a string');
  return '';
}

/** The items of a list that may be absent. */
export function itemsAt(node: JsonNode): JsonNode[] {
  const { value } = node;
  if (Array.isArray(value)) return value.map((item, i) => childNode(node, i, item));
  if (value !== undefined) reportAt(node, 'must be a list');
  return [];
}

/** Every member, read. */
export function mapAt<T>(
  object: JsonObjectNode,
  read: (node: JsonNode, name: string) => T,
): Record<string, T> {
  const names = Object.keys(object.value);
  return Object.fromEntries(names.map((name) => [name, read(memberAt(object, name), name)]));
}
