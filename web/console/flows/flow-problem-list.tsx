import type { LoginFlow, LoginFlowProblem } from '@platform/contracts';
import { stateIcons } from '../../kit/content/states.ts';
import { Button } from '../../kit/controls/button.tsx';
import { Icon } from '../../kit/controls/icon.tsx';
import { useSay } from '../../kit/words/words-context.ts';
import { stepIndexOf } from './flow-graph.ts';
import { useFlowWords } from './flow-words.ts';
import styles from './flows.module.css';

interface FlowProblemsProps {
  flow: LoginFlow;
  problems: readonly LoginFlowProblem[];
  onSelect: (id: string) => void;
}

/** Lists errors and warnings. Each leads to its step. */
export function FlowProblems({ flow, problems, onSelect }: FlowProblemsProps) {
  const say = useSay('flows');
  const words = useFlowWords();
  if (problems.length === 0)
    return (
      <p className={styles['problems']} role="status">
        <span className={styles['ok']}>
          <Icon of={stateIcons.ok} />
        </span>{' '}
        {say('problems.none')}
      </p>
    );
  return (
    <ul className={styles['problems']} aria-label={say('problems')}>
      {problems.map((problem) => {
        const { severity, code, pointer } = problem;
        const step = flow.steps[stepIndexOf(problem) ?? -1];
        return (
          <li key={code + pointer} className={styles['problem']}>
            <span className={styles[severity]}>
              <Icon of={stateIcons[severity]} />
            </span>
            <span>
              <span className="visually-hidden">{say(`severity.${severity}`)}: </span>
              {words.problemOf(problem)}
            </span>
            {step && (
              <Button size="small" kind="quiet" onPress={() => onSelect(step.id)}>
                {words.nameOf(step)}
              </Button>
            )}
          </li>
        );
      })}
    </ul>
  );
}
