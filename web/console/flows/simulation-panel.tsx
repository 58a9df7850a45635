import { useQuery } from '@tanstack/react-query';
import { Section } from '../../kit/content/section.tsx';
import { Select } from '../../kit/controls/select.tsx';
import { useSay } from '../../kit/words/words-context.ts';
import { ProblemNote } from '../../parts/problem-note.tsx';
import { ShowCode } from '../../parts/show-code.tsx';
import type { FlowDraft } from './flow-draft.ts';
import { bindingsQuery } from './flow-queries.ts';
import { useFlowWords } from './flow-words.ts';
import { SimulatedFactFields } from './simulated-fact-fields.tsx';
import type { Simulation } from './simulation.ts';
import { SimulationPath } from './simulation-path.tsx';
import styles from './flows.module.css';

interface SimulationPanelProps {
  work: FlowDraft;
  simulation: Simulation;
  onSelect: (id: string) => void;
}

/** For which application, and where the sign-in begins. */
function Beginning({ work, simulation }: Omit<SimulationPanelProps, 'onSelect'>) {
  const say = useSay('flows');
  const words = useFlowWords();
  const bound = useQuery(bindingsQuery).data?.value ?? [];
  const entries = Object.keys(work.flow.entrypoints);
  return (
    <>
      {bound.length > 0 && (
        <Select
          label={say('simulation.application')}
          value={simulation.clientId}
          onChange={simulation.setClientId}
          choices={[
            { id: '', label: say('simulation.anyApplication') },
            ...bound.map(({ clientId }) => ({ id: clientId, label: clientId })),
          ]}
        />
      )}
      {entries.length > 1 && simulation.clientId === '' && (
        <Select
          label={say('entrypoints')}
          value={simulation.entrypoint}
          onChange={simulation.setEntrypoint}
          choices={entries.map((id) => ({ id, label: words.entryOf(id) }))}
        />
      )}
    </>
  );
}

/** Tries out a sign-in: the facts on one side, the way it takes on the other. The views light it up. */
export function SimulationPanel({ work, simulation, onSelect }: SimulationPanelProps) {
  const say = useSay('flows');
  const { result, error, request } = simulation;
  return (
    <Section
      title={say('simulate')}
      about={say('simulation.about')}
      actions={<ShowCode entries={[{ operation: 'loginFlowSimulate', body: request }]} />}
    >
      <div className={styles['simulation']}>
        <div className={styles['form']}>
          <Beginning work={work} simulation={simulation} />
          <SimulatedFactFields
            flow={work.flow}
            facts={simulation.facts}
            onChange={simulation.setFacts}
          />
        </div>
        <div>
          {error ? <ProblemNote error={error} /> : null}
          {result && (
            <SimulationPath
              flow={work.flow}
              result={result}
              outcomes={simulation.outcomes}
              onOutcomes={simulation.setOutcomes}
              onSelect={onSelect}
            />
          )}
        </div>
      </div>
    </Section>
  );
}
