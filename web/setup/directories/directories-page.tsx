import { useQuery } from '@tanstack/react-query';
import { FolderTree } from 'lucide-react';
import type { SetupDirectory } from '@platform/sdk';
import { StatusDot } from '../../kit/content/badge.tsx';
import { Item, ItemList } from '../../kit/content/item-list.tsx';
import { Verbatim } from '../../kit/content/verbatim.tsx';
import { ButtonLink } from '../../kit/controls/button.tsx';
import { PageHeader } from '../../kit/frame/page-header.tsx';
import { useSay } from '../../kit/words/words-context.ts';
import { Loaded } from '../../parts/loaded.tsx';
import { directoriesQuery } from '../queries.ts';
import { ChooseSource } from './choose-source.tsx';
import { nextStep, stepHref } from './directory-steps.ts';

const dots = {
  pending: 'info',
  active: 'ok',
  invalid_credentials: 'error',
  unreachable: 'error',
  suspended: 'warning',
} as const;

/** How a directory is, in a word. */
export function DirectoryState({ directory: { state } }: { directory: SetupDirectory }) {
  const say = useSay('directories');
  return <StatusDot state={dots[state]}>{say(`state.${state}`)}</StatusDot>;
}

/** The directories of the organization. Without one, the choice of the first. */
export function DirectoriesPage() {
  const say = useSay('setup-directories');
  const sayFrame = useSay('setup');
  const sayKind = useSay('directories');
  const query = useQuery(directoriesQuery);
  return (
    <>
      <PageHeader
        title={sayFrame('task.directory')}
        crumbs={[{ label: sayFrame('overview.title'), href: '/' }]}
        actions={
          query.data &&
          query.data.value.data.length > 0 && (
            <ButtonLink href="/directories/new">{say('connect')}</ButtonLink>
          )
        }
      />
      <Loaded query={query} lines={5}>
        {({ data }) =>
          data.length === 0 ? (
            <ChooseSource />
          ) : (
            <ItemList label={sayFrame('task.directory')}>
              {data.map((directory) => (
                <Item
                  key={directory.id}
                  icon={FolderTree}
                  title={<Verbatim text={directory.name} />}
                  badges={<DirectoryState directory={directory} />}
                  facts={[
                    sayKind(`kind.${directory.kind}`),
                    say('users', { count: directory.counts.users }),
                  ]}
                  actions={
                    <ButtonLink href={stepHref(directory.id, nextStep(directory))}>
                      {sayFrame(directory.state === 'active' ? 'task.done' : 'task.started')}
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
