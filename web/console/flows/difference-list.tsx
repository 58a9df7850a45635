import { Minus, PenLine, Plus } from 'lucide-react';
import type { LoginFlow } from '@platform/contracts';
import { Verbatim } from '../../kit/content/verbatim.tsx';
import { Icon } from '../../kit/controls/icon.tsx';
import { useSay } from '../../kit/words/words-context.ts';
import { useFieldWords } from './difference-words.tsx';
import { differenceOf } from './flow-versions.ts';
import type { FieldChange } from './flow-versions.ts';
import { useFlowWords } from './flow-words.ts';
import styles from './flows.module.css';

interface DifferenceListProps {
  before: LoginFlow;
  after: LoginFlow;
}

const icons = { added: Plus, removed: Minus, changed: PenLine };

/** Lists the differences between two versions of the flow, step by step. */
export function DifferenceList({ before, after }: DifferenceListProps) {
  const say = useSay('flows');
  const { nameOf, hintOf } = useFlowWords();
  const now = useFieldWords(after);
  const was = useFieldWords(before);
  const { steps, flow } = differenceOf(before, after);
  if (steps.length + flow.length === 0)
    return <p className={styles['quiet']}>{say('difference.same')}</p>;
  const changes = (list: readonly FieldChange[]) => (
    <ul className={styles['changes']}>
      {list.map(({ path, before: old, after: value }) => (
        <li key={path}>
          {now.fieldOf(path)}:{' '}
          <del>
            <Verbatim text={was.textOf(old, path)} />
          </del>{' '}
          <span aria-hidden>→</span>{' '}
          <ins>
            <Verbatim text={now.textOf(value, path)} />
          </ins>
        </li>
      ))}
    </ul>
  );
  return (
    <ul className={styles['difference']} aria-label={say('difference')}>
      {steps.map(({ id, kind, step, changes: fields }) => (
        <li key={id} className={styles[kind]}>
          <Icon of={icons[kind]} />
          <div>
            <strong>
              <bdi>{nameOf(step)}</bdi>
            </strong>{' '}
            <span className={styles['quiet']}>
              {say(`difference.${kind}`)}
              {kind !== 'changed' && hintOf(step) && ` · ${hintOf(step)}`}
            </span>
            {fields.length > 0 && changes(fields)}
          </div>
        </li>
      ))}
      {flow.length > 0 && (
        <li className={styles['changed']}>
          <Icon of={PenLine} />
          <div>
            <strong>{say('settings')}</strong>
            {changes(flow)}
          </div>
        </li>
      )}
    </ul>
  );
}
