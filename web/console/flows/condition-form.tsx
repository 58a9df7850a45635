import { useState } from 'react';
import { Plus, Trash2 } from 'lucide-react';
import type { LoginFlowCondition, LoginFlowStep } from '@platform/contracts';
import { Button } from '../../kit/controls/button.tsx';
import { IconButton } from '../../kit/controls/icon-button.tsx';
import { Icon } from '../../kit/controls/icon.tsx';
import { Select } from '../../kit/controls/select.tsx';
import { TextArea } from '../../kit/controls/text-field.tsx';
import { useSay } from '../../kit/words/words-context.ts';
import { ComparisonFields } from './comparison-fields.tsx';
import { comparisonOf, conditionOf, flatCondition } from './flat-condition.ts';
import type { FlatCondition } from './flat-condition.ts';
import { freeId } from './flow-edit.ts';
import { useFlowWords } from './flow-words.ts';
import type { StepPartProps } from './step-exits.tsx';
import styles from './flows.module.css';

type ConditionStep = Extract<LoginFlowStep, { type: 'condition' }>;
type Branch = ConditionStep['config']['branches'][number];

const another = comparisonOf('device.known', 'eq', true);

interface WhenProps {
  when: LoginFlowCondition;
  onChange: (when: LoginFlowCondition) => void;
  isDisabled: boolean;
}

/** Comparisons, all or any of which must hold. */
function Comparisons({
  flat,
  onChange,
  isDisabled,
}: Omit<WhenProps, 'when'> & { flat: FlatCondition }) {
  const say = useSay('flows');
  const { match, comparisons } = flat;
  const set = (parts: Partial<FlatCondition>) => onChange(conditionOf({ ...flat, ...parts }));
  return (
    <>
      {comparisons.length > 1 && (
        <Select
          label={say('match')}
          value={match}
          onChange={(chosen) => set({ match: chosen })}
          choices={(['all', 'any'] as const).map((id) => ({ id, label: say(`match.${id}`) }))}
          isDisabled={isDisabled}
        />
      )}
      {comparisons.map((comparison, index) => (
        // Comparisons have no ids: their place is what they are.
        <div key={index} className={styles['comparison']}>
          <ComparisonFields
            comparison={comparison}
            onChange={(changed) => set({ comparisons: comparisons.with(index, changed) })}
            isDisabled={isDisabled}
          />
          {comparisons.length > 1 && !isDisabled && (
            <IconButton
              icon={Trash2}
              label={say('comparison.remove')}
              onPress={() => set({ comparisons: comparisons.toSpliced(index, 1) })}
            />
          )}
        </div>
      ))}
      {!isDisabled && (
        <div>
          <Button
            size="small"
            kind="quiet"
            onPress={() => set({ comparisons: [...comparisons, another] })}
          >
            <Icon of={Plus} />
            {say('comparison.add')}
          </Button>
        </div>
      )}
    </>
  );
}

/** A nested condition in the notation of the API. */
function NestedCondition({ when, onChange, isDisabled }: WhenProps) {
  const say = useSay('flows');
  const [text, setText] = useState(() => JSON.stringify(when, null, 2));
  const [isWrong, setIsWrong] = useState(false);
  return (
    <TextArea
      label={say('condition.nested')}
      hint={say('condition.nested.hint')}
      problem={isWrong ? say('condition.wrong') : undefined}
      value={text}
      onChange={(typed) => {
        setText(typed);
        try {
          onChange(JSON.parse(typed) as LoginFlowCondition);
          setIsWrong(false);
        } catch {
          setIsWrong(true);
        }
      }}
      rows={8}
      isCode
      isDisabled={isDisabled}
    />
  );
}

function When(props: WhenProps) {
  const flat = flatCondition(props.when);
  return flat ? <Comparisons {...props} flat={flat} /> : <NestedCondition {...props} />;
}

/** The branches of a condition, the first of which that holds is taken. */
export function ConditionForm({
  step,
  flow,
  onChange,
  isDisabled,
}: StepPartProps & { step: ConditionStep }) {
  const say = useSay('flows');
  const words = useFlowWords();
  const { branches, otherwise } = step.config;
  const set = (changed: Branch[]) =>
    onChange({ ...step, config: { ...step.config, branches: changed } });
  const add = () =>
    set([
      ...branches,
      {
        id: freeId('branch', new Set(branches.map(({ id }) => id))),
        when: another,
        next: otherwise || (flow.steps[0]?.id ?? ''),
      },
    ]);
  return (
    <>
      {branches.map((branch, index) => (
        <fieldset key={branch.id} className={styles['group']}>
          <legend>
            {words.exitOf({ id: '', kind: 'branch', name: branch.id, to: branch.next })}
          </legend>
          <p className={styles['quiet']}>{words.conditionOf(branch.when)}</p>
          <When
            when={branch.when}
            onChange={(when) => set(branches.with(index, { ...branch, when }))}
            isDisabled={isDisabled}
          />
          {branches.length > 1 && !isDisabled && (
            <div>
              <Button size="small" kind="quiet" onPress={() => set(branches.toSpliced(index, 1))}>
                <Icon of={Trash2} />
                {say('branch.remove')}
              </Button>
            </div>
          )}
        </fieldset>
      ))}
      {!isDisabled && branches.length < 10 && (
        <div>
          <Button size="small" onPress={add}>
            <Icon of={Plus} />
            {say('branch.add')}
          </Button>
        </div>
      )}
    </>
  );
}
