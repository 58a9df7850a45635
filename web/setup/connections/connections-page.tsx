import { useQuery } from '@tanstack/react-query';
import { KeyRound } from 'lucide-react';
import type { SetupDirectory } from '@platform/sdk';
import { StatusDot } from '../../kit/content/badge.tsx';
import { Item, ItemList } from '../../kit/content/item-list.tsx';
import { Verbatim } from '../../kit/content/verbatim.tsx';
import { ButtonLink } from '../../kit/controls/button.tsx';
import { PageHeader } from '../../kit/frame/page-header.tsx';
import { useSay } from '../../kit/words/words-context.ts';
import { Loaded } from '../../parts/loaded.tsx';
import { useProviderWords } from '../parts/provider-words.ts';
import { connectionsQuery } from '../queries.ts';
import { ChooseConnection } from './choose-connection.tsx';
import { isActive, nextStep, stepHref } from './connection-steps.ts';

/** How a connection is, in a word. */
export function ConnectionState({ connection }: { connection: Pick<SetupDirectory, 'state'> }) {
  const say = useSay('setup-connections');
  return (
    <StatusDot state={isActive(connection) ? 'ok' : 'info'}>
      {say(isActive(connection) ? 'state.active' : 'state.inactive')}
    </StatusDot>
  );
}

/** The identity providers of the organization. Without one, the choice of the first. */
export function ConnectionsPage() {
  const say = useSay('setup-connections');
  const sayFrame = useSay('setup');
  const { nameOf } = useProviderWords();
  const query = useQuery(connectionsQuery);
  return (
    <>
      <PageHeader
        title={sayFrame('task.sso')}
        crumbs={[{ label: sayFrame('overview.title'), href: '/' }]}
        actions={
          query.data &&
          query.data.value.data.length > 0 && (
            <ButtonLink href="/connections/new">{say('connect')}</ButtonLink>
          )
        }
      />
      <Loaded query={query} lines={5}>
        {({ data }) =>
          data.length === 0 ? (
            <ChooseConnection />
          ) : (
            <ItemList label={sayFrame('task.sso')}>
              {data.map((connection) => (
                <Item
                  key={connection.id}
                  icon={KeyRound}
                  title={<Verbatim text={connection.name} />}
                  badges={<ConnectionState connection={connection} />}
                  facts={[
                    nameOf(connection.provider),
                    say(`protocol.${connection.kind as 'saml'}`),
                  ]}
                  actions={
                    <ButtonLink href={stepHref(connection.id, nextStep(connection))}>
                      {sayFrame(isActive(connection) ? 'task.done' : 'task.started')}
                    </ButtonLink>
                  }
                />
              ))}
            </ItemList>
          )
        }
      </Loaded>
    </>
  );
}
