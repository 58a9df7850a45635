import { useMemo } from 'react';
import { Graph } from '../../kit/graph/graph.tsx';
import { useSay } from '../../kit/words/words-context.ts';
import { graphOf } from './flow-graph.ts';
import type { FlowViewProps } from './flow-view.ts';
import { useFlowWords } from './flow-words.ts';
import { FlowProblems } from './flow-problem-list.tsx';
import { StepForm } from './step-form.tsx';
import styles from './flows.module.css';

/** The draft as a graph, with the settings of the selected step beside it. */
export function FlowCanvas(props: FlowViewProps) {
  const { work, problems, selected, onSelect, path } = props;
  const say = useSay('flows');
  const words = useFlowWords();
  const { nodes, edges } = useMemo(
    () => graphOf(work.flow, problems, words),
    // The words are the same as long as the page is.
    // oxlint-disable-next-line react/exhaustive-deps
    [work.flow, problems],
  );
  const step = work.flow.steps.find(({ id }) => id === selected);
  return (
    <div className={styles['split']}>
      <div className={styles['form']}>
        <Graph
          label={say('graph.label')}
          nodes={nodes}
          edges={edges}
          selected={selected}
          onSelect={onSelect}
          direction="auto"
          {...(path && { path })}
        />
        <FlowProblems flow={work.flow} problems={problems} onSelect={onSelect} />
      </div>
      <div className={styles['side']}>
        {step ? (
          <StepForm key={step.id} {...props} step={step} />
        ) : (
          <p className={styles['quiet']}>{say('step.choose')}</p>
        )}
      </div>
    </div>
  );
}
