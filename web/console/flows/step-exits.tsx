import type { LoginFlow, LoginFlowStep } from '@platform/contracts';
import { Select } from '../../kit/controls/select.tsx';
import { useSay } from '../../kit/words/words-context.ts';
import { exitsOf, orderedSteps, withExit } from './flow-exits.ts';
import { useFlowWords } from './flow-words.ts';
import styles from './flows.module.css';

export interface StepPartProps {
  step: LoginFlowStep;
  flow: LoginFlow;
  onChange: (step: LoginFlowStep) => void;
  isDisabled: boolean;
}

/** Fields for the step that follows each outcome. */
export function StepExits({ step, flow, onChange, isDisabled }: StepPartProps) {
  const say = useSay('flows');
  const words = useFlowWords();
  const exits = exitsOf(step);
  if (exits.length === 0) return null;
  const steps = orderedSteps(flow).map(({ step: one }) => ({
    id: one.id,
    label: words.nameOf(one),
    hint: words.hintOf(one),
  }));
  return (
    <fieldset className={styles['group']}>
      <legend>{say('exits')}</legend>
      {exits.map((exit) => (
        <Select
          key={exit.id}
          label={words.exitOf(exit)}
          value={exit.to ?? ''}
          onChange={(to) => onChange(withExit(step, exit.id, to || undefined))}
          choices={[
            ...(exit.kind === 'outcome' ? [{ id: '', label: say('exit.none') }] : []),
            ...steps,
          ]}
          isDisabled={isDisabled}
        />
      ))}
    </fieldset>
  );
}
