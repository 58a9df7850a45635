import { useQuery } from '@tanstack/react-query';
import type { Entitlement } from '@platform/sdk';
import { StatusDot } from '../../kit/content/badge.tsx';
import { ExactTime } from '../../kit/content/time.tsx';
import type { Column } from '../../kit/table/columns.ts';
import { DataTable } from '../../kit/table/data-table.tsx';
import { useSay } from '../../kit/words/words-context.ts';
import { Loaded } from '../../parts/loaded.tsx';
import { entitlementsQuery } from './settings-queries.ts';

/** The families of the platform. An operator can add others, which are shown as they were named. */
const families = [
  'core',
  'login_experience',
  'directory',
  'federation',
  'compliance',
  'access',
  'fga',
  'audit_streaming',
  'webhooks',
] as const;

function useFamilyName() {
  const say = useSay('settings');
  return ({ family, displayName }: Pick<Entitlement, 'family' | 'displayName'>): string => {
    const known = families.find((one) => one === family);
    return known ? say(`family.${known}`) : displayName;
  };
}

function useColumns(): readonly Column<Entitlement>[] {
  const say = useSay('settings');
  const nameOf = useFamilyName();
  return [
    { id: 'family', label: say('entitlement.family'), cell: nameOf },
    {
      id: 'status',
      label: say('entitlement.status'),
      isFact: true,
      cell: ({ entitled }) => (
        <StatusDot state={entitled ? 'ok' : 'neutral'}>
          {say(entitled ? 'entitled' : 'entitled.no')}
        </StatusDot>
      ),
    },
    {
      id: 'until',
      label: say('entitlement.until'),
      isFact: true,
      cell: ({ expiresAt }) => (expiresAt === null ? '—' : <ExactTime at={expiresAt} isDate />),
    },
  ];
}

/** What the tenant may use. The operator of the platform decides about it. */
export function Plan() {
  const say = useSay('settings');
  const query = useQuery(entitlementsQuery());
  const nameOf = useFamilyName();
  const columns = useColumns();
  return (
    <Loaded query={query} lines={8}>
      {({ data }) => (
        <DataTable
          label={say('plan')}
          columns={columns}
          rows={data}
          idOf={({ family }) => family}
          nameOf={nameOf}
          empty={null}
        />
      )}
    </Loaded>
  );
}
