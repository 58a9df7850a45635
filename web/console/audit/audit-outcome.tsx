import type { AuditRecord } from '@platform/sdk';
import { StatusDot } from '../../kit/content/badge.tsx';
import { useSay } from '../../kit/words/words-context.ts';

const states = { success: 'ok', failure: 'error', denied: 'warning' } as const;

/** How an operation ended. */
export function AuditOutcome({ outcome }: Pick<AuditRecord, 'outcome'>) {
  const say = useSay('audit');
  return <StatusDot state={states[outcome]}>{say(`outcome.${outcome}`)}</StatusDot>;
}
