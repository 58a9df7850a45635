import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { KeyRound } from 'lucide-react';
import { me } from '@platform/sdk';
import type { IdentityProvider, LinkedIdentity } from '@platform/sdk';
import { useWrite } from '../../client/write.ts';
import { Section } from '../../kit/content/section.tsx';
import { ExactTime, RelativeTime } from '../../kit/content/time.tsx';
import { Verbatim } from '../../kit/content/verbatim.tsx';
import { Button } from '../../kit/controls/button.tsx';
import { useSay } from '../../kit/words/words-context.ts';
import { ProblemNote } from '../../parts/problem-note.tsx';
import { ConfirmWrite } from '../../parts/confirm-write.tsx';
import { Item, ItemList } from '../../kit/content/item-list.tsx';
import { signInMethodsQuery } from '../queries.ts';
import styles from './connections.module.css';

/** Sends the browser to a provider, to prove an identity there. */
function LinkButton({ provider: { provider, displayName } }: { provider: IdentityProvider }) {
  const say = useSay('account-connections');
  const start = useWrite(
    (api, name: string, key) => me(api).identities.start({ provider: name }, key),
    {
      refreshes: [],
      onDone: ({ authorizationUrl }) => location.assign(authorizationUrl),
    },
  );
  return (
    <>
      <Button isPending={start.isPending || start.isSuccess} onPress={() => start.mutate(provider)}>
        {say('identity.link', { name: displayName })}
      </Button>
      {start.error && <ProblemNote error={start.error} />}
    </>
  );
}

interface RowProps {
  identity: LinkedIdentity;
  name: string;
  /** False for the last method that signs in. */
  isRemovable: boolean;
  onUnlink: () => void;
}

function IdentityRow({ identity: { email, linkedAt, lastUsedAt }, name, ...row }: RowProps) {
  const say = useSay('account-connections');
  return (
    <Item
      icon={KeyRound}
      title={<Verbatim text={name} />}
      facts={[
        email !== null && <Verbatim text={email} />,
        say.rich('identity.since', { time: <ExactTime key="t" at={linkedAt} isDate /> }),
        lastUsedAt !== null &&
          say.rich('identity.used', { time: <RelativeTime key="t" at={lastUsedAt} /> }),
      ]}
      actions={
        row.isRemovable && (
          <Button
            size="small"
            onPress={row.onUnlink}
            aria-label={`${say('identity.unlink')}: ${name}`}
          >
            {say('identity.unlink')}
          </Button>
        )
      }
    >
      {!row.isRemovable && <p className={styles['only']}>{say('identity.onlyOne')}</p>}
    </Item>
  );
}

export interface IdentitiesProps {
  identities: readonly LinkedIdentity[];
  providers: readonly IdentityProvider[];
}

/** Identities at other providers that sign the user in. */
export function Identities({ identities, providers }: IdentitiesProps) {
  const say = useSay('account-connections');
  const methods = useQuery(signInMethodsQuery);
  const [unlinking, setUnlinking] = useState<LinkedIdentity>();
  const unlink = useWrite((api, id: string) => me(api).identities.delete(id), {
    refreshes: ['meIdentityList', 'meSignInMethodList', 'meActivityList'],
  });
  const nameOf = ({ provider }: { provider: string }): string =>
    providers.find((one) => one.provider === provider)?.displayName ?? provider;
  const isRemovable = (id: string): boolean =>
    methods.data?.value.data.find((method) => method.id === id)?.removable ?? true;
  const open = providers.filter(
    ({ provider }) => !identities.some((identity) => identity.provider === provider),
  );
  const isNone = identities.length === 0 && open.length === 0;
  return (
    <Section title={say('identities')} about={say(isNone ? 'identities.none' : 'identities.about')}>
      {identities.length > 0 && (
        <ItemList label={say('identities')}>
          {identities.map((identity) => (
            <IdentityRow
              key={identity.id}
              identity={identity}
              name={nameOf(identity)}
              isRemovable={isRemovable(identity.id)}
              onUnlink={() => setUnlinking(identity)}
            />
          ))}
        </ItemList>
      )}
      {open.length > 0 && (
        <div className={styles['providers']}>
          {open.map((provider) => (
            <LinkButton key={provider.provider} provider={provider} />
          ))}
        </div>
      )}
      {unlinking && (
        <ConfirmWrite
          title={say('identity.unlinkTitle', { name: nameOf(unlinking) })}
          consequences={[say('identity.unlinkEffect'), say('identity.unlinkAgain')]}
          action={say('identity.unlink')}
          write={unlink}
          input={unlinking.id}
          onClose={() => setUnlinking(undefined)}
        />
      )}
    </Section>
  );
}
