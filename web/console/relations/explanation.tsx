import { Check, CircleHelp, Minus, X } from 'lucide-react';
import type { ExplainNode } from '@platform/sdk';
import { classNames } from '../../kit/class-names.ts';
import { ExactTime } from '../../kit/content/time.tsx';
import { Icon } from '../../kit/controls/icon.tsx';
import { useSay } from '../../kit/words/words-context.ts';
import styles from './relations.module.css';

const icons = { allowed: Check, denied: X, undecided: CircleHelp };

const reasons = [
  'no_tuple',
  'condition_not_met',
  'cannot_contain',
  'self',
  'repeated',
  'not_evaluated',
] as const;

function Reason({ reason }: { reason: NonNullable<ExplainNode['reason']> }) {
  const say = useSay('relations');
  const known = reasons.find((code) => code === reason.code);
  return <span className={styles['reason']}>{known ? say(`reason.${known}`) : reason.detail}</span>;
}

/** The name of a node: a relation of an object, an operator, or a tuple. */
function NodeName({ node }: { node: ExplainNode }) {
  const say = useSay('relations');
  const { type, name, computed, tuple } = node;
  if (type === 'tuple' && tuple)
    return (
      <>
        <code>{tuple.subject}</code>
        <span className={styles['reason']}>
          {say('node.tuple', { relation: tuple.relation, object: tuple.object })}
          {tuple.condition !== undefined && ` · ${say('node.with', { name: tuple.condition })}`}
          {tuple.expiresAt !== undefined && (
            <>
              {' · '}
              {say('column.expires')} <ExactTime at={tuple.expiresAt} />
            </>
          )}
        </span>
      </>
    );
  if (type === 'tuple_to_userset')
    return <span>{say('node.from', { relation: computed ?? '', of: name })}</span>;
  if (type === 'relation') return <code>{name}</code>;
  return <span>{say(`node.${type}`)}</span>;
}

function Node({ node }: { node: ExplainNode }) {
  const say = useSay('relations');
  const { decision, decisive, reason, children = [] } = node;
  const isSkipped = reason?.code === 'not_evaluated';
  return (
    <li className={classNames(styles['node'], decisive && styles['decisive'])}>
      <span className={classNames(styles['nodeLine'], !isSkipped && styles[decision])}>
        <Icon of={isSkipped ? Minus : icons[decision]} />
        <span className="visually-hidden">{say(`node.${decision}`)}</span>
        <NodeName node={node} />
        {reason && <Reason reason={reason} />}
      </span>
      {children.length > 0 && (
        <ul>
          {children.map((child, index) => (
            <Node key={index} node={child} />
          ))}
        </ul>
      )}
    </li>
  );
}

/** A union with one operand, or a leaf between a relation and its tuples, says nothing of its own. */
function simplified(node: ExplainNode): ExplainNode {
  const children = (node.children ?? []).map(simplified);
  const [only] = children;
  const isPlain = node.type === 'relation' && children.length === 1 && only !== undefined;
  if (isPlain && (only.type === 'direct' || only.type === 'union'))
    return {
      ...node,
      ...(only.reason && !node.reason && { reason: only.reason }),
      children: only.children,
    };
  return { ...node, ...(node.children && { children }) };
}

/** The way to an answer as a tree, in the order in which it is read. */
export function Explanation({ tree }: { tree: ExplainNode }) {
  const say = useSay('relations');
  return (
    <div className={styles['tree']} role="group" aria-label={say('check.tree')}>
      <ul>
        <Node node={simplified(tree)} />
      </ul>
    </div>
  );
}
