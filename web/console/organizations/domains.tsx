import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { OrganizationDomain } from '@platform/sdk';
import { mayCall } from '../../client/permissions.ts';
import { pollWhile } from '../../client/query.ts';
import { useSession } from '../../client/session-query.ts';
import { EmptyState } from '../../kit/content/empty-state.tsx';
import { Button } from '../../kit/controls/button.tsx';
import { TableToolbar } from '../../kit/table/table-tools.tsx';
import { useSay } from '../../kit/words/words-context.ts';
import { Loaded } from '../../parts/loaded.tsx';
import { ShowCode } from '../../parts/show-code.tsx';
import { ToolbarActions } from '../../parts/toolbar-actions.tsx';
import { AddDomain } from './add-domain.tsx';
import { DomainCard } from './domain-card.tsx';
import { domainsQuery } from './organization-queries.ts';
import { domainsRoute } from './organization-routes.ts';

/** The domains of an organization. Those that wait for their record are read again by themselves. */
export function Domains() {
  const say = useSay('organizations');
  const session = useSession();
  const { orgId } = domainsRoute.useParams();
  const [isAdding, setIsAdding] = useState(false);
  const query = useQuery({
    ...domainsQuery(orgId),
    ...pollWhile<{ data: OrganizationDomain[] }>(
      ({ data }) => data.some(({ state }) => state === 'pending'),
      5_000,
    ),
  });
  const add = mayCall(session, 'organizationDomainsAdd') && (
    <Button onPress={() => setIsAdding(true)}>{say('domain.add')}</Button>
  );
  return (
    <>
      <TableToolbar>
        <ToolbarActions>
          <ShowCode entries={[{ operation: 'organizationDomainsList', parameters: [orgId] }]} />
          {add}
        </ToolbarActions>
      </TableToolbar>
      <Loaded query={query} lines={6}>
        {({ data }) =>
          data.length === 0 ? (
            <EmptyState why="noneYet" title={say('noDomains.title')} actions={add}>
              {say('noDomains.text')}
            </EmptyState>
          ) : (
            data.map((domain) => <DomainCard key={domain.id} domain={domain} />)
          )
        }
      </Loaded>
      {isAdding && <AddDomain orgId={orgId} onClose={() => setIsAdding(false)} />}
    </>
  );
}
