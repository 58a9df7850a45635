import type { AccessPart, ErasurePeer } from '@platform/sdk';
import { StatusDot } from '../../kit/content/badge.tsx';
import { Section } from '../../kit/content/section.tsx';
import { ExactTime } from '../../kit/content/time.tsx';
import { Verbatim } from '../../kit/content/verbatim.tsx';
import { DataTable } from '../../kit/table/data-table.tsx';
import { useSay } from '../../kit/words/words-context.ts';
import styles from './privacy.module.css';

const states = {
  pending: 'info',
  ok: 'ok',
  empty: 'neutral',
  failed: 'error',
  disabled: 'neutral',
  PENDING: 'info',
  DONE: 'ok',
  NOTHING_FOUND: 'neutral',
  BLOCKED: 'warning',
  FAILED: 'error',
} as const;

interface Part {
  id: string;
  name: string;
  status: keyof typeof states;
  attempts: number;
  error: string | null;
  at: string | null;
}

/** Systems of an access request, as rows. */
export const accessParts = (parts: readonly AccessPart[]): Part[] =>
  parts.map(({ peer, status, attempts, error, fetchedAt }) => ({
    id: peer,
    name: peer,
    status,
    attempts,
    error,
    at: fetchedAt,
  }));

/** Systems of an erasure in each phase, as rows. */
export const erasureParts = (
  peers: readonly ErasurePeer[],
  phaseOf: (phase: ErasurePeer['phase']) => string,
): Part[] =>
  peers.map(({ peer, phase, outcome, attempts, lastError, completedAt }) => ({
    id: `${peer} ${phase}`,
    name: `${peer} · ${phaseOf(phase)}`,
    status: outcome,
    attempts,
    error: lastError,
    at: completedAt,
  }));

/** What each system has done for a request. */
export function RequestParts({ parts }: { parts: readonly Part[] }) {
  const say = useSay('privacy');
  if (parts.length === 0) return null;
  return (
    <Section title={say('parts')}>
      <DataTable
        label={say('parts')}
        rows={parts}
        idOf={({ id }) => id}
        nameOf={({ name }) => name}
        empty={null}
        columns={[
          { id: 'name', label: say('part.name'), cell: ({ name }) => name },
          {
            id: 'state',
            label: say('column.state'),
            isFact: true,
            cell: ({ status, error }) => (
              <span>
                <StatusDot state={states[status]}>{say(`part.status.${status}`)}</StatusDot>
                {error !== null && (
                  <span className={styles['quiet']}>
                    {' '}
                    <Verbatim text={error} />
                  </span>
                )}
              </span>
            ),
          },
          {
            id: 'attempts',
            label: say('part.time'),
            isFact: true,
            cell: ({ attempts, at }) =>
              at === null ? say('part.attempts', { count: attempts }) : <ExactTime at={at} />,
          },
        ]}
      />
    </Section>
  );
}
