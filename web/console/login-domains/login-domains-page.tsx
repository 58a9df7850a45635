import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { LoginDomain } from '@platform/sdk';
import { mayCall } from '../../client/permissions.ts';
import { pollWhile } from '../../client/query.ts';
import { useSession } from '../../client/session-query.ts';
import { EmptyState } from '../../kit/content/empty-state.tsx';
import { Button } from '../../kit/controls/button.tsx';
import { PageHeader } from '../../kit/frame/page-header.tsx';
import { useSingleKeys } from '../../kit/shortcuts.ts';
import { useSay } from '../../kit/words/words-context.ts';
import { Loaded } from '../../parts/loaded.tsx';
import { ShowCode } from '../../parts/show-code.tsx';
import { LoginDomainCard } from './login-domain-card.tsx';
import { loginDomainsQuery } from './login-domain-queries.ts';
import { RegisterLoginDomain } from './register-login-domain.tsx';

/** The tenant's own hosts for sign-in pages. Those that wait for DNS are read again by themselves. */
export function LoginDomainsPage() {
  const say = useSay('loginDomains');
  const session = useSession();
  const [isAdding, setIsAdding] = useState(false);
  const query = useQuery({
    ...loginDomainsQuery,
    ...pollWhile<{ data: LoginDomain[] }>(
      ({ data }) => data.some(({ status }) => status === 'pending' || status === 'verified'),
      5_000,
    ),
  });
  const mayAdd = mayCall(session, 'loginExperienceRegisterDomain');
  useSingleKeys(mayAdd ? { c: () => setIsAdding(true) } : {});
  const add = (kind?: 'primary') =>
    mayAdd && (
      <Button kind={kind} onPress={() => setIsAdding(true)}>
        {say('add')}
      </Button>
    );
  return (
    <>
      <PageHeader
        title={say('title')}
        actions={
          <>
            <ShowCode entries={[{ operation: 'loginExperienceListDomains' }]} />
            {add('primary')}
          </>
        }
      />
      <Loaded query={query} lines={6}>
        {({ data }) =>
          data.length === 0 ? (
            <EmptyState why="noneYet" title={say('noneYet.title')} actions={add()}>
              {say('noneYet.text')}
            </EmptyState>
          ) : (
            data.map((domain) => <LoginDomainCard key={domain.id} domain={domain} />)
          )
        }
      </Loaded>
      {isAdding && <RegisterLoginDomain onClose={() => setIsAdding(false)} />}
    </>
  );
}
