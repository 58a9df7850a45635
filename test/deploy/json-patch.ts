/** One operation of a JSON patch (RFC 6902), of those that our overlays use. */
export interface JsonPatchOperation {
  op: 'add' | 'remove' | 'replace';
  path: string;
  value?: unknown;
}

type Node = Record<string, unknown>;

/** Applies one operation in place. Throws where the path leads nowhere, as kustomize does. */
function apply(document: unknown, { op, path, value }: JsonPatchOperation): void {
  const keys = path
    .slice(1)
    .split('/')
    .map((key) => key.replaceAll('~1', '/').replaceAll('~0', '~'));
  const last = keys.pop() as string;
  const parent = keys.reduce<unknown>((node, key) => (node as Node | undefined)?.[key], document);
  if (typeof parent !== 'object' || parent === null) throw new Error(`${path} leads nowhere`);
  if (op !== 'add' && !Object.hasOwn(parent, last)) throw new Error(`there is no ${path}`);
  if (Array.isArray(parent)) {
    const at = last === '-' ? parent.length : Number(last);
    parent.splice(at, op === 'add' ? 0 : 1, ...(op === 'remove' ? [] : [value]));
  } else if (op === 'remove') delete (parent as Node)[last];
  else (parent as Node)[last] = value;
}

/** A copy of the document with the operations applied in order. */
export function applyJsonPatch<T>(document: T, operations: readonly JsonPatchOperation[]): T {
  const copy = structuredClone(document);
  for (const operation of operations) apply(copy, operation);
  return copy;
}
