import type { ExpandNode, OpenfgaTreeNode } from '@platform/contracts';

function valueOf(node: ExpandNode, name: string): object {
  const { children = [], subjects = [], usersets = [] } = node;
  const nodes = () => ({ nodes: children.map((child) => wireNode(child, name)) });
  switch (node.type) {
    case 'union':
      return { union: nodes() };
    case 'intersection':
      return { intersection: nodes() };
    case 'exclusion': {
      const [base, subtract] = nodes().nodes;
      return { difference: { base, subtract } };
    }
    case 'computed':
      return { leaf: { computed: { userset: usersets[0] ?? '' } } };
    case 'tuple_to_userset':
      return {
        leaf: {
          tupleToUserset: {
            tupleset: node.name,
            computed: usersets.map((userset) => ({ userset })),
          },
        },
      };
    default:
      return { leaf: { users: { users: subjects } } };
  }
}

/** A tree as OpenFGA shows it, where every node has the name of the relation that is expanded. */
export const wireNode = (node: ExpandNode, name: string): OpenfgaTreeNode => ({
  name,
  ...valueOf(node, name),
});

/** Whether a part of the tree is incomplete. */
export const isTruncated = ({ truncated, children = [] }: ExpandNode): boolean =>
  truncated || children.some(isTruncated);
