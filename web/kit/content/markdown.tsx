import type { ReactNode } from 'react';
import { OutsideLink } from '../controls/link.tsx';
import styles from './markdown.module.css';

/** A node of a Markdown document, as the build compiles it (mdast). */
export interface MarkdownNode {
  type: string;
  value?: string;
  url?: string;
  ordered?: boolean;
  children?: readonly MarkdownNode[];
}

type Render = (node: MarkdownNode, children: ReactNode) => ReactNode;

const elements: Readonly<Record<string, Render>> = {
  paragraph: (_, children) => <p>{children}</p>,
  list: ({ ordered }, children) =>
    ordered ? (
      <ol className={styles['ordered']}>{children}</ol>
    ) : (
      <ul className={styles['bullets']}>{children}</ul>
    ),
  listItem: (_, children) => <li>{children}</li>,
  text: ({ value }) => value,
  strong: (_, children) => <strong>{children}</strong>,
  emphasis: (_, children) => <em>{children}</em>,
  inlineCode: ({ value }) => <code className={styles['code']}>{value}</code>,
  code: ({ value }) => (
    <pre className={styles['block']} tabIndex={0}>
      <code>{value}</code>
    </pre>
  ),
  link: ({ url = '' }, children) => <OutsideLink href={url}>{children}</OutsideLink>,
};

/** A document has no state, so that the position of a node is its key. */
const Nodes = ({ nodes }: { nodes: readonly MarkdownNode[] }) =>
  nodes.map((node, index) => <Node key={index} node={node} />);

function Node({ node }: { node: MarkdownNode }) {
  return elements[node.type]?.(node, node.children && <Nodes nodes={node.children} />);
}

/** Markdown as elements. No HTML is made of it. */
export const Markdown = ({ nodes }: { nodes: readonly MarkdownNode[] }) => (
  <div className={styles['markdown']}>
    <Nodes nodes={nodes} />
  </div>
);
