import type { ImportJob } from '@platform/sdk';
import { StatusDot } from '../../kit/content/badge.tsx';
import { useSay } from '../../kit/words/words-context.ts';

const dots = {
  PENDING: 'info',
  RUNNING: 'info',
  COMPLETED: 'ok',
  FAILED: 'error',
  CANCELLED: 'neutral',
} as const;

export function JobState({ state }: Pick<ImportJob, 'state'>) {
  const say = useSay('migration');
  return <StatusDot state={dots[state]}>{say(`state.${state}`)}</StatusDot>;
}
