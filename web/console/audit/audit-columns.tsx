import type { AuditRecord } from '@platform/sdk';
import { CopyableId } from '../../kit/content/copyable.tsx';
import { ExactTime } from '../../kit/content/time.tsx';
import type { Column } from '../../kit/table/columns.ts';
import { useSay } from '../../kit/words/words-context.ts';
import { AuditOutcome } from './audit-outcome.tsx';
import { useAuditWords } from './audit-words.ts';

/** The columns of a list of records. */
export function useAuditColumns(): readonly Column<AuditRecord>[] {
  const say = useSay('audit');
  const { operationOf, actorOf } = useAuditWords();
  return [
    {
      id: 'operation',
      label: say('column.operation'),
      cell: ({ operationId }) => operationOf(operationId),
    },
    {
      id: 'actor',
      label: say('column.actor'),
      isFact: true,
      cell: ({ actor }) => <bdi>{actorOf(actor)}</bdi>,
    },
    {
      id: 'time',
      label: say('column.time'),
      isFact: true,
      cell: ({ occurredAt }) => <ExactTime at={occurredAt} />,
    },
    {
      id: 'outcome',
      label: say('column.outcome'),
      cell: ({ outcome }) => <AuditOutcome outcome={outcome} />,
    },
    {
      id: 'subject',
      label: say('column.subject'),
      cell: ({ subject }) =>
        subject.name ?? subject.email ?? <CopyableId text={subject.id} isShort />,
    },
    { id: 'from', label: say('column.from'), cell: ({ sourceIp }) => sourceIp ?? '—' },
  ];
}
