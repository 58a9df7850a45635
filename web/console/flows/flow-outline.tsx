import { ChevronDown, ChevronRight } from 'lucide-react';
import { classNames } from '../../kit/class-names.ts';
import { Badge } from '../../kit/content/badge.tsx';
import { stateIcons } from '../../kit/content/states.ts';
import { Icon } from '../../kit/controls/icon.tsx';
import { useSay } from '../../kit/words/words-context.ts';
import { exitsOf, orderedSteps } from './flow-exits.ts';
import { problemsByStep } from './flow-graph.ts';
import type { FlowViewProps } from './flow-view.ts';
import { useFlowWords } from './flow-words.ts';
import { FlowProblems } from './flow-problem-list.tsx';
import { StepForm } from './step-form.tsx';
import styles from './flows.module.css';

/** The draft as a list of steps in the order of a sign-in. Each opens in place. */
export function FlowOutline(props: FlowViewProps) {
  const { work, problems, selected, onSelect, path } = props;
  const { flow } = work;
  const say = useSay('flows');
  const words = useFlowWords();
  const byStep = problemsByStep(flow, problems);
  const nameById = new Map(flow.steps.map((step) => [step.id, words.nameOf(step)]));
  const entriesOf = (id: string) => Object.entries(flow.entrypoints).filter(([, to]) => to === id);
  return (
    <div className={styles['form']}>
      <ol className={styles['outline']} aria-label={say('outline.label')}>
        {orderedSteps(flow).map(({ step, isReached }) => {
          const isOpen = step.id === selected;
          const found = byStep.get(step.id) ?? [];
          const isLit = path?.nodes.has(step.id);
          const Found =
            stateIcons[found.some(({ severity }) => severity === 'error') ? 'error' : 'warning'];
          const hint = words.hintOf(step);
          return (
            <li key={step.id} className={classNames(styles['entry'], isLit && styles['lit'])}>
              <button
                type="button"
                className={styles['head']}
                aria-expanded={isOpen}
                onClick={() => onSelect(isOpen ? null : step.id)}
              >
                <Icon of={isOpen ? ChevronDown : ChevronRight} />
                <span className={styles['headWords']}>
                  <span>
                    <strong>
                      <bdi>{words.nameOf(step)}</bdi>
                    </strong>
                    {hint && <span className={styles['quiet']}> {hint}</span>}
                  </span>
                  <span className={styles['exits']}>
                    {exitsOf(step)
                      .filter(({ to }) => to !== undefined)
                      .map((exit) => (
                        <span key={exit.id}>
                          {say('outline.exit', {
                            exit: words.exitOf(exit),
                            target: nameById.get(exit.to ?? '') ?? exit.to ?? '',
                          })}
                        </span>
                      ))}
                  </span>
                </span>
                {entriesOf(step.id).map(([name]) => (
                  <Badge key={name} state="info">
                    {words.entryOf(name)}
                  </Badge>
                ))}
                {isLit && <Badge state="info">{say('outline.lit')}</Badge>}
                {!isReached && <Badge>{say('outline.unreached')}</Badge>}
                {found.length > 0 && (
                  <span
                    className={
                      styles[
                        found.some(({ severity }) => severity === 'error') ? 'error' : 'warning'
                      ]
                    }
                  >
                    <Icon of={Found} />
                    <span className="visually-hidden">{words.problemCount(found)}</span>
                  </span>
                )}
              </button>
              {isOpen && (
                <div className={styles['body']}>
                  <StepForm {...props} step={step} isInPlace />
                </div>
              )}
            </li>
          );
        })}
      </ol>
      <FlowProblems flow={flow} problems={problems} onSelect={onSelect} />
    </div>
  );
}
