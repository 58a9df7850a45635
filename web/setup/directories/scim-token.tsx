import { useQuery } from '@tanstack/react-query';
import { KeyRound } from 'lucide-react';
import { useState } from 'react';
import { setup } from '@platform/sdk';
import type { SetupDirectory, SetupScimBearer } from '@platform/sdk';
import { useWrite } from '../../client/write.ts';
import { StatusDot } from '../../kit/content/badge.tsx';
import { Item, ItemList } from '../../kit/content/item-list.tsx';
import { ExactTime, RelativeTime } from '../../kit/content/time.tsx';
import { Button, ButtonLink } from '../../kit/controls/button.tsx';
import { SecretDialog } from '../../kit/overlays/secret-dialog.tsx';
import { useSay } from '../../kit/words/words-context.ts';
import { Loaded } from '../../parts/loaded.tsx';
import { ProblemNote } from '../../parts/problem-note.tsx';
import { useProviderWords } from '../parts/provider-words.ts';
import { bearersQuery } from '../queries.ts';
import { stepHref } from './directory-steps.ts';
import styles from '../parts/run.module.css';

const dots = { active: 'ok', retiring: 'warning', expired: 'neutral', revoked: 'neutral' } as const;

type Write = ReturnType<typeof useWrite<string, { token: string }, never>>;

function Bearer({
  bearer,
  rotate,
}: {
  bearer: SetupScimBearer;
  rotate: Pick<Write, 'mutate' | 'isPending'>;
}) {
  const say = useSay('directories');
  const { id, name, state, prefix, last4, lastUsedAt, expiresAt } = bearer;
  return (
    <Item
      icon={KeyRound}
      title={
        <code>
          {prefix}…{last4}
        </code>
      }
      badges={<StatusDot state={dots[state]}>{say(`bearer.${state}`)}</StatusDot>}
      facts={[
        <span key="used">
          {say('lastUsed')}: {lastUsedAt ? <RelativeTime at={lastUsedAt} /> : say('never')}
        </span>,
        <span key="expires">
          {say('expires')}: <ExactTime at={expiresAt} isDate />
        </span>,
      ]}
      actions={
        state === 'active' && (
          <Button
            size="small"
            aria-label={say('bearer.rotateOf', { name })}
            isPending={rotate.isPending}
            onPress={() => rotate.mutate(id)}
          >
            {say('bearer.rotate')}
          </Button>
        )
      }
    />
  );
}

/** The tokens of the SCIM client. A new one is shown once; a rotated one stays valid for a day. */
export function ScimToken({ directory: { id, provider } }: { directory: SetupDirectory }) {
  const say = useSay('setup-directories');
  const sayFrame = useSay('setup');
  const sayToken = useSay('directories');
  const { fieldOf, nameOf } = useProviderWords();
  const query = useQuery(bearersQuery(id));
  const [token, setToken] = useState<string | null>(null);
  const options = {
    refreshes: ['setupScimBearerList'] as const,
    isSecret: true,
    onDone: (bearer: { token: string }) => setToken(bearer.token),
  };
  const create = useWrite(
    (api, of: string, key) => setup(api).directories.scimBearers.create(of, {}, key),
    options,
  );
  const rotate = useWrite(
    (api, bearerId: string, key) =>
      setup(api).directories.scimBearers.rotate(id, bearerId, {}, key),
    options,
  );
  const error = create.error ?? rotate.error;
  return (
    <Loaded query={query} lines={3}>
      {({ data }) => {
        const hasToken = data.some(({ state }) => state === 'active');
        return (
          <>
            <p>
              {say('token.about', {
                field: fieldOf(provider, 'scimToken'),
                provider: nameOf(provider),
              })}
            </p>
            {error && <ProblemNote error={error} />}
            {data.length > 0 && (
              <ItemList label={sayToken('bearers')}>
                {data.map((bearer) => (
                  <Bearer key={bearer.id} bearer={bearer} rotate={rotate} />
                ))}
              </ItemList>
            )}
            <div className={styles['actions']}>
              {!hasToken && (
                <Button
                  kind="primary"
                  isPending={create.isPending}
                  onPress={() => create.mutate(id)}
                >
                  {sayToken('bearer.create')}
                </Button>
              )}
              {hasToken && (
                <ButtonLink kind="primary" href={stepHref(id, 'provision')}>
                  {sayFrame('continue')}
                </ButtonLink>
              )}
            </div>
            <SecretDialog
              title={sayToken('bearer.new')}
              secret={token}
              fileName="scim-token.txt"
              onClose={() => setToken(null)}
            />
          </>
        );
      }}
    </Loaded>
  );
}
