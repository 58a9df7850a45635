import { useQuery } from '@tanstack/react-query';
import type { EligibleAssignment, Role } from '@platform/sdk';
import { Section } from '../../kit/content/section.tsx';
import { ExactTime } from '../../kit/content/time.tsx';
import type { Column } from '../../kit/table/columns.ts';
import { DataTable } from '../../kit/table/data-table.tsx';
import { useSay } from '../../kit/words/words-context.ts';
import { PrincipalName } from './principal-name.tsx';
import { eligibleAssignmentsQuery } from './role-queries.ts';

function useColumns(): readonly Column<EligibleAssignment>[] {
  const say = useSay('roles');
  return [
    { id: 'who', label: say('who'), cell: ({ principal }) => <PrincipalName of={principal} /> },
    {
      id: 'rules',
      label: say('why'),
      isFact: true,
      cell: ({ rules }) => say(rules.requireApproval ? 'eligible.approval' : 'eligible.noApproval'),
    },
    {
      id: 'until',
      label: say('until'),
      cell: ({ expiresAt }) => (expiresAt ? <ExactTime at={expiresAt} /> : say('unlimited')),
    },
  ];
}

/** Who may activate a role for a while. Nothing if there is no one among the newest 200 eligible assignments. */
export function RoleEligible({ role }: { role: Role }) {
  const say = useSay('roles');
  const columns = useColumns();
  const { data } = useQuery(eligibleAssignmentsQuery({ limit: 200 }));
  const rows = data?.value.data.filter((one) => one.role === role.key) ?? [];
  if (rows.length === 0) return null;
  return (
    <Section title={say('eligible')} about={say('eligible.about')}>
      <DataTable
        label={say('eligible')}
        columns={columns}
        rows={rows}
        idOf={({ id }) => id}
        nameOf={({ principal }) => principal.id}
        hrefOf={({ id }) => `/access/elevation/eligible/${id}`}
        empty={null}
      />
    </Section>
  );
}
