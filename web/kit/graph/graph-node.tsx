import { useId } from 'react';
import { Handle, Position } from '@xyflow/react';
import type { Node, NodeProps } from '@xyflow/react';
import { classNames } from '../class-names.ts';
import { stateIcons } from '../content/states.ts';
import { Icon } from '../controls/icon.tsx';
import type { NodeData } from './graph-elements.ts';
import styles from './graph.module.css';

/** A node: a button with its words. */
export function GraphNodeView({ data }: NodeProps<Node<NodeData>>) {
  const { node, isLit, isSelected, isTabStop, description, onSelect, onFocus, onKey } = data;
  const { id, label, hint, badge, shape = 'box', tone = 'plain' } = node;
  const descriptionId = useId();
  return (
    <>
      <Handle type="target" position={Position.Left} className={styles['handle'] ?? ''} />
      <button
        type="button"
        data-graph-node={id}
        className={classNames(
          styles['node'],
          styles[shape],
          styles[tone],
          isLit && styles['lit'],
          isSelected && styles['selected'],
        )}
        aria-pressed={isSelected}
        aria-describedby={description ? descriptionId : undefined}
        tabIndex={isTabStop ? 0 : -1}
        onClick={() => onSelect?.(id)}
        onFocus={() => onFocus(id)}
        onKeyDown={(event) => {
          if (onKey(id, event.key)) event.preventDefault();
        }}
      >
        <span className={styles['words']}>
          <bdi className={styles['label']}>{label}</bdi>
          {hint && <bdi className={styles['hint']}>{hint}</bdi>}
        </span>
        {badge && (
          <span className={styles[`badge-${badge.state}`]}>
            <Icon of={stateIcons[badge.state]} />
            <span className="visually-hidden">{badge.label}</span>
          </span>
        )}
      </button>
      <span id={descriptionId} hidden>
        {description}
      </span>
      <Handle type="source" position={Position.Right} className={styles['handle'] ?? ''} />
    </>
  );
}
