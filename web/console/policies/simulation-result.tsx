import type { AccessPolicySimulation } from '@platform/sdk';
import { Badge, StatusDot } from '../../kit/content/badge.tsx';
import { Banner } from '../../kit/content/banner.tsx';
import { Verbatim } from '../../kit/content/verbatim.tsx';
import { useSay } from '../../kit/words/words-context.ts';
import { usePolicyWords } from './policy-words.ts';
import styles from './policies.module.css';

type Judged = AccessPolicySimulation['policies'][number];

const decisions = { allow: 'ok', block: 'error', require: 'warning' } as const;
const results = {
  not_enabled: 'neutral',
  not_applied: 'neutral',
  satisfied: 'ok',
  unsatisfied: 'warning',
  blocked: 'error',
} as const;

/** Why a policy applies or not: conditions that do not match, missing signals, what is not met. */
function Reasons({ of: { result, unmatched, unknown, unmet } }: { of: Judged }) {
  const say = useSay('policies');
  const words = usePolicyWords();
  if (result === 'not_enabled') return null;
  const reasons = [
    unmatched.length > 0
      ? say('why.unmatched', { conditions: words.conditions(unmatched) })
      : say('why.matched'),
    ...(unknown.length > 0 ? [say('why.unknown', { conditions: words.conditions(unknown) })] : []),
    ...(unmet.length > 0 ? [say('why.unmet', { controls: words.controls(unmet) })] : []),
  ];
  return reasons.map((reason) => (
    <p key={reason} className={styles['reason']}>
      {reason}
    </p>
  ));
}

export interface SimulationResultProps {
  of: AccessPolicySimulation;
  /** The saved version of the candidate, which would otherwise appear twice. */
  replaces?: string;
}

/** What the policies decide, and each policy's part in it. */
export function SimulationResult({ of: simulation, replaces }: SimulationResultProps) {
  const say = useSay('policies');
  const words = usePolicyWords();
  const { decision, requirements, policies } = simulation;
  const needed = [...new Set(requirements.flatMap(({ controls }) => controls))];
  return (
    <div className={styles['result']}>
      <Banner state={decisions[decision]} title={say(`decision.${decision}`)} isLive>
        {needed.length > 0 && say('decision.needs', { controls: words.controls(needed) })}
      </Banner>
      <ol className={styles['judged']} aria-label={say('result')}>
        {policies
          .filter(({ id }) => id === null || id !== replaces)
          .map((policy) => (
            <li key={policy.id ?? ''}>
              <div className={styles['judgedHead']}>
                <strong>
                  {policy.id === null && policy.name === '…' ? (
                    say('candidate')
                  ) : (
                    <Verbatim text={policy.name} />
                  )}
                </strong>
                {policy.mode !== 'enabled' && <Badge>{say(`mode.${policy.mode}`)}</Badge>}
                <StatusDot state={results[policy.result]}>
                  {say(`result.${policy.result}`)}
                </StatusDot>
              </div>
              <Reasons of={policy} />
            </li>
          ))}
      </ol>
    </div>
  );
}
