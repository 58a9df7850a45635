/** Strongly connected components of a graph, those that others depend on first (Tarjan, without recursion). */
export function components(
  nodes: readonly string[],
  edgesOf: (node: string) => readonly string[],
): string[][] {
  const index = new Map<string, number>();
  const low = new Map<string, number>();
  const onStack = new Set<string>();
  const stack: string[] = [];
  const found: string[][] = [];

  const open = (node: string): { node: string; edges: readonly string[]; next: number } => {
    index.set(node, index.size);
    low.set(node, index.get(node) as number);
    stack.push(node);
    onStack.add(node);
    return { node, edges: edgesOf(node), next: 0 };
  };
  const lower = (node: string, to: number): void => {
    if (to < (low.get(node) as number)) low.set(node, to);
  };

  for (const start of nodes) {
    if (index.has(start)) continue;
    const path = [open(start)];
    for (let top = path.at(-1); top; top = path.at(-1)) {
      const target = top.edges[top.next++];
      if (target !== undefined) {
        if (!index.has(target)) path.push(open(target));
        else if (onStack.has(target)) lower(top.node, index.get(target) as number);
        continue;
      }
      path.pop();
      const above = path.at(-1);
      if (above) lower(above.node, low.get(top.node) as number);
      if (low.get(top.node) !== index.get(top.node)) continue;
      const component = stack.splice(stack.lastIndexOf(top.node));
      for (const member of component) onStack.delete(member);
      found.push(component);
    }
  }
  return found;
}
