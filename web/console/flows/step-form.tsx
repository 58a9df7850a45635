import { Trash2 } from 'lucide-react';
import type { LoginFlowStep } from '@platform/contracts';
import { Banner } from '../../kit/content/banner.tsx';
import { Button } from '../../kit/controls/button.tsx';
import { Icon } from '../../kit/controls/icon.tsx';
import { TextField } from '../../kit/controls/text-field.tsx';
import { useSay } from '../../kit/words/words-context.ts';
import { removeStep, withStep } from './flow-edit.ts';
import { problemsByStep } from './flow-graph.ts';
import type { FlowViewProps } from './flow-view.ts';
import { useFlowWords } from './flow-words.ts';
import { StepConfig } from './step-config.tsx';
import { StepExits } from './step-exits.tsx';
import styles from './flows.module.css';

interface StepFormProps extends FlowViewProps {
  step: LoginFlowStep;
  /** Below its head in the outline, which has its name already. */
  isInPlace?: boolean;
}

/** The settings of a step and where its exits lead. Changes are those of the draft: they are saved with it. */
export function StepForm({ work, problems, step, onSelect, isDisabled, isInPlace }: StepFormProps) {
  const say = useSay('flows');
  const words = useFlowWords();
  const found = problemsByStep(work.flow, problems).get(step.id) ?? [];
  const change = (changed: LoginFlowStep) => work.change((flow) => withStep(flow, changed));
  return (
    <div className={styles['form']}>
      {!isInPlace && (
        <div>
          <h2>{words.nameOf(step)}</h2>
          <p className={styles['quiet']}>{say(`type.${step.type}.about`)}</p>
        </div>
      )}
      {found.map((problem) => (
        <Banner
          key={problem.code + problem.pointer}
          state={problem.severity === 'error' ? 'error' : 'warning'}
        >
          {words.problemOf(problem)}
        </Banner>
      ))}
      <TextField
        label={say('step.title')}
        hint={say('step.title.hint', { id: step.id })}
        value={step.title ?? ''}
        onChange={(title) => {
          const { title: _before, ...others } = step;
          change((title ? { ...others, title } : others) as LoginFlowStep);
        }}
        maxLength={100}
        isOptional
        isDisabled={isDisabled}
      />
      <StepConfig step={step} flow={work.flow} onChange={change} isDisabled={isDisabled} />
      <StepExits step={step} flow={work.flow} onChange={change} isDisabled={isDisabled} />
      {!isDisabled && work.flow.steps.length > 2 && (
        <div>
          <Button
            kind="quiet"
            onPress={() => {
              work.change((flow) => removeStep(flow, step.id));
              onSelect(null);
            }}
          >
            <Icon of={Trash2} />
            {say('step.remove')}
          </Button>
        </div>
      )}
    </div>
  );
}
