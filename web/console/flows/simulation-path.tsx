import type { LoginFlow } from '@platform/contracts';
import type { LoginFlowSimulation } from '@platform/sdk';
import { Banner } from '../../kit/content/banner.tsx';
import { Button } from '../../kit/controls/button.tsx';
import { Select } from '../../kit/controls/select.tsx';
import { useSay } from '../../kit/words/words-context.ts';
import type { Areas } from '../../messages/areas.ts';
import { exitsOf } from './flow-exits.ts';
import { useFlowWords } from './flow-words.ts';
import styles from './flows.module.css';

type Key = keyof Areas['flows'];
type Visit = LoginFlowSimulation['path'][number];
type Outcomes = Readonly<Record<string, string>>;

interface SimulationPathProps {
  flow: LoginFlow;
  result: LoginFlowSimulation;
  outcomes: Outcomes;
  onOutcomes: (outcomes: Outcomes) => void;
  onSelect: (id: string) => void;
}

/** How the sign-in ends, and with which assurance. */
function Result({ result }: { result: LoginFlowSimulation }) {
  const say = useSay('flows');
  const { levelOf } = useFlowWords();
  const { assurance, denyReason, requestedAssuranceMet } = result;
  const isDone = result.result === 'completed';
  return (
    <Banner state={isDone ? 'ok' : 'warning'} isLive title={say(`result.${result.result}`)}>
      {denyReason && <p>{say(`reason.${denyReason}` as Key)}</p>}
      {isDone && (
        <p>
          {say('result.reaches', { level: levelOf(assurance.level) })}
          {assurance.phishingResistant && ` · ${say('result.phishingResistant')}`}
          {!requestedAssuranceMet && ` · ${say('result.notMet')}`}
        </p>
      )}
    </Banner>
  );
}

/** The branches of a condition with the facts that decided. */
function Branches({ branches }: Pick<Visit, 'branches'>) {
  const say = useSay('flows');
  const words = useFlowWords();
  const shown = (value: unknown) => {
    if (value === undefined || value === null) return say('fact.unknown');
    return typeof value === 'boolean' ? words.yesOrNo(value) : [value].flat().join(', ');
  };
  return (
    <ul className={styles['plain']}>
      {branches.map(({ id, result, facts }) => (
        <li key={id}>
          {words.exitOf({ id, kind: 'branch', name: id, to: undefined })}:{' '}
          <strong>{say(`truth.${result}`)}</strong>
          <ul className={styles['changes']}>
            {facts.map(({ fact, value, result: truth }, index) => (
              <li key={index}>
                {say('truth.fact', {
                  fact: words.factOf(fact),
                  value: shown(value),
                  result: say(`truth.${truth}`),
                })}
              </li>
            ))}
          </ul>
        </li>
      ))}
    </ul>
  );
}

/** The steps that a simulated sign-in went through. The outcome of each can be chosen. */
export function SimulationPath({
  flow,
  result,
  outcomes,
  onOutcomes,
  onSelect,
}: SimulationPathProps) {
  const say = useSay('flows');
  const words = useFlowWords();
  const byId = new Map(flow.steps.map((step) => [step.id, step]));
  const choose = (id: string, outcome: string) => {
    const { [id]: _before, ...others } = outcomes;
    onOutcomes(outcome === '' ? others : { ...others, [id]: outcome });
  };
  return (
    <>
      <Result result={result} />
      <ol className={styles['path']} aria-label={say('simulation.path')}>
        {result.path.map((visit) => {
          const step = byId.get(visit.step);
          const isFirst = result.path.findIndex((one) => one.step === visit.step) === visit.index;
          const exits = step ? exitsOf(step).filter(({ kind }) => kind === 'outcome') : [];
          return (
            <li key={visit.index}>
              <div className={styles['visit']}>
                <span>
                  <Button size="small" onPress={() => onSelect(visit.step)}>
                    {step ? words.nameOf(step) : say('stepUp')}
                  </Button>{' '}
                  <span className={styles['quiet']}>
                    {visit.chosen && words.methodOf(visit.chosen.method)}
                    {visit.satisfiedBySession && ` · ${say('simulation.bySession')}`}
                  </span>
                </span>
                {isFirst && exits.length > 1 ? (
                  <Select
                    label={say('simulation.outcome', { step: step ? words.nameOf(step) : '' })}
                    value={outcomes[visit.step] ?? ''}
                    onChange={(outcome) => choose(visit.step, outcome)}
                    choices={[
                      { id: '', label: say('simulation.usual') },
                      ...exits.map((exit) => ({ id: exit.id, label: words.exitOf(exit) })),
                    ]}
                  />
                ) : (
                  visit.outcome && (
                    <span>
                      {words.exitOf({
                        id: visit.outcome,
                        kind: 'outcome',
                        name: visit.outcome,
                        to: undefined,
                      })}
                    </span>
                  )
                )}
              </div>
              {visit.branches.length > 0 && <Branches branches={visit.branches} />}
            </li>
          );
        })}
      </ol>
    </>
  );
}
