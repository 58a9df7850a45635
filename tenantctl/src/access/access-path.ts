import type { Client, ExpandNode } from '@platform/sdk';

/** Whether a subject has a relation to an object. */
export interface Question {
  subject: string;
  relation: string;
  object: string;
  context?: Record<string, unknown>;
}

/** Expansions are requests: a search that needs more of them than this ends without a result. */
const mostExpansions = 100;

function* nodesOf(node: ExpandNode): Iterable<ExpandNode> {
  yield node;
  for (const child of node.children ?? []) yield* nodesOf(child);
}

/** `user:*` stands for every user. */
const includes = (subjects: readonly string[], subject: string): string | undefined =>
  subjects.find((one) => one === subject || one === `${subject.split(':', 1)[0]}:*`);

/** The subtrees whose result takes something away do not lead to the subject. */
function leavesOf(tree: ExpandNode): string[] {
  const kept = (node: ExpandNode): ExpandNode => ({
    ...node,
    ...(node.children && {
      children: (node.type === 'exclusion' ? node.children.slice(0, 1) : node.children).map(kept),
    }),
  });
  const nodes = [...nodesOf(kept(tree))];
  return nodes.flatMap(({ subjects = [], usersets = [] }) => [...subjects, ...usersets]);
}

/**
 * The usersets that lead from the object to the subject, the shortest way: `document:1#viewer`, `team:core#member`, `user:ada`. Undefined
 * if none is found. The API expands one level at a time.
 */
export async function accessPath(
  client: Client,
  { subject, relation, object, context }: Question,
): Promise<readonly string[] | undefined> {
  const { fga } = await import('@platform/sdk/fga');
  const start = `${object}#${relation}`;
  const seen = new Set([start]);
  const waiting: (readonly string[])[] = [[start]];
  for (let count = 0; waiting.length > 0 && count < mostExpansions; count++) {
    const path = waiting.shift()!;
    const [at = '', through = ''] = path.at(-1)!.split('#');
    const { tree } = await fga(client).expand({
      object: at,
      relation: through,
      ...(context && { context }),
    });
    const leaves = leavesOf(tree);
    const found = includes(leaves, subject);
    if (found) return [...path, found];
    for (const userset of leaves.filter((one) => one.includes('#') && !seen.has(one))) {
      seen.add(userset);
      waiting.push([...path, userset]);
    }
  }
  return undefined;
}
