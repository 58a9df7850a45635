import type { Directory } from '@platform/sdk';
import { StatusDot } from '../../kit/content/badge.tsx';
import { useSay } from '../../kit/words/words-context.ts';

const dots = {
  pending: 'info',
  active: 'ok',
  invalid_credentials: 'error',
  unreachable: 'error',
  suspended: 'warning',
} as const;

/** Whether the connection to a directory works. */
export function DirectoryStatus({ directory: { state } }: { directory: Directory }) {
  const say = useSay('directories');
  return <StatusDot state={dots[state]}>{say(`state.${state}`)}</StatusDot>;
}
