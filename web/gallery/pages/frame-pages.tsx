import { useState } from 'react';
import type { ReactNode } from 'react';
import {
  Activity,
  Boxes,
  Ellipsis,
  Home,
  KeyRound,
  LogOut,
  ScrollText,
  Settings,
  ShieldCheck,
  UserRound,
  Users,
  Webhook,
} from 'lucide-react';
import { Avatar } from '../../kit/content/avatar.tsx';
import { Badge, StatusDot } from '../../kit/content/badge.tsx';
import { CopyableId } from '../../kit/content/copyable.tsx';
import { DefinitionList } from '../../kit/content/definition-list.tsx';
import { EmptyState } from '../../kit/content/empty-state.tsx';
import { Section } from '../../kit/content/section.tsx';
import { ExactTime } from '../../kit/content/time.tsx';
import { Button } from '../../kit/controls/button.tsx';
import { IconButton } from '../../kit/controls/icon-button.tsx';
import { SearchField } from '../../kit/controls/search-field.tsx';
import { TabLinks } from '../../kit/controls/tabs.tsx';
import { AppFrame } from '../../kit/frame/app-frame.tsx';
import { PageHeader } from '../../kit/frame/page-header.tsx';
import { UserMenu } from '../../kit/frame/user-menu.tsx';
import { PaletteButton } from '../../kit/palette/palette-button.tsx';
import type { Column, Sort } from '../../kit/table/columns.ts';
import { DataTable } from '../../kit/table/data-table.tsx';
import type { Selection } from '../../kit/table/selection.ts';
import { ColumnChoice, Pager, SelectionBar, TableToolbar } from '../../kit/table/table-tools.tsx';
import { sample } from '../settings.ts';

const navigation = [
  {
    entries: [
      { href: '/', label: sample('Overview'), icon: Home },
      { href: '/users', label: sample('Users'), icon: Users },
      { href: '/applications', label: sample('Applications'), icon: Boxes },
      { href: '/sign-in', label: sample('Sign-in'), icon: KeyRound },
      { href: '/access', label: sample('Access'), icon: ShieldCheck },
      { href: '/webhooks', label: sample('Integrations'), icon: Webhook },
    ],
  },
  {
    label: sample('Observe'),
    entries: [
      { href: '/activity', label: sample('Activity'), icon: Activity },
      { href: '/audit', label: sample('Audit log'), icon: ScrollText },
      { href: '/settings', label: sample('Settings'), icon: Settings },
    ],
  },
];

export const Frame = ({
  path,
  children,
  bar,
}: {
  path: string;
  children: ReactNode;
  bar?: ReactNode;
}) => (
  <AppFrame
    brand={{ name: 'Demo', logo: <Avatar name="Demo" shape="square" size={28} /> }}
    navigation={navigation}
    path={path}
    bar={bar}
    center={
      <PaletteButton label={sample('Search users, pages, actions…')} onPress={() => undefined} />
    }
    end={
      <UserMenu
        name="Ada Lovelace"
        hint="ada@example.com"
        groups={[
          {
            id: 'account',
            entries: [
              { id: 'account', label: sample('Your account'), icon: UserRound, href: '/account' },
              { id: 'out', label: sample('Sign out'), icon: LogOut },
            ],
          },
        ]}
      />
    }
  >
    {children}
  </AppFrame>
);

interface Person {
  id: string;
  name: string;
  email: string;
  state: 'ok' | 'neutral' | 'warning';
  source: string;
  lastSignIn: string;
  sessions: number;
}

const names = [
  'Ada Lovelace',
  'Grace Hopper',
  'Katherine Johnson',
  'Alan Turing',
  'Radia Perlman',
  'Barbara Liskov',
  'Donald Knuth',
  'Edsger Dijkstra',
  'Margaret Hamilton',
  'Adele Goldberg',
];
const people: Person[] = names.map((name, index) => ({
  id: `usr_${index}`,
  name,
  email: `${name.toLowerCase().replace(' ', '.')}@example.com`,
  state: (['ok', 'ok', 'neutral', 'ok', 'warning'] as const)[index % 5] ?? 'ok',
  source: index % 3 === 0 ? 'Okta (Acme)' : '',
  lastSignIn: new Date(Date.now() - index * 11 * 3_600_000 - 120_000).toISOString(),
  sessions: (index * 7) % 5,
}));
const stateWords = { ok: 'Active', neutral: 'Invited', warning: 'Suspended' };

const columns: Column<Person>[] = [
  { id: 'name', label: sample('Name'), cell: ({ name }) => name, isSortable: true },
  { id: 'email', label: sample('Email'), cell: ({ email }) => email, isFact: true },
  {
    id: 'state',
    label: sample('Status'),
    cell: ({ state }) => <StatusDot state={state}>{sample(stateWords[state])}</StatusDot>,
  },
  { id: 'source', label: sample('Source'), cell: ({ source }) => source || '–' },
  {
    id: 'lastSignIn',
    label: sample('Last sign-in'),
    cell: ({ lastSignIn }) => <ExactTime at={lastSignIn} />,
    isSortable: true,
    isFact: true,
  },
  { id: 'sessions', label: sample('Sessions'), cell: ({ sessions }) => sessions, isNumber: true },
  { id: 'id', label: 'ID', cell: ({ id }) => <CopyableId text={id} />, isExtra: true },
];

interface UsersProps {
  rows?: readonly Person[];
  isLoading?: boolean;
  initial?: readonly string[];
}

function UsersPage({ rows = people, isLoading, initial = [] }: UsersProps) {
  const [selection, setSelection] = useState<Selection>(new Set(initial));
  const [sort, setSort] = useState<Sort>({ column: 'name', direction: 'ascending' });
  const [chosen, setChosen] = useState<readonly string[]>();
  return (
    <Frame path="/users" bar={sample('Test tenant: nothing here reaches real people.')}>
      <PageHeader
        title={sample('Users')}
        actions={<Button kind="primary">{sample('Create user')}</Button>}
      />
      <TableToolbar>
        <SearchField label={sample('Search users')} />
        <ColumnChoice columns={columns} chosen={chosen} onChoose={setChosen} />
      </TableToolbar>
      <DataTable
        label={sample('Users')}
        columns={columns}
        rows={rows}
        idOf={({ id }) => id}
        nameOf={({ name }) => name}
        hrefOf={({ id }) => `/users/${id}`}
        chosen={chosen}
        selection={selection}
        onSelect={setSelection}
        sort={sort}
        onSort={setSort}
        isLoading={isLoading}
        empty={
          <EmptyState
            why="noneMatch"
            title={sample('No user matches')}
            actions={<Button>{sample('Clear filters')}</Button>}
          />
        }
      />
      <Pager onNext={() => undefined}>{sample('10 of about 41,203')}</Pager>
      <SelectionBar count={selection.size} onClear={() => setSelection(new Set())}>
        <Button size="small">{sample('Suspend')}</Button>
        <Button size="small">{sample('Add to organization')}</Button>
      </SelectionBar>
    </Frame>
  );
}

export const TablePage = () => <UsersPage />;
export const TableSelectedPage = () => <UsersPage initial={['usr_1', 'usr_2']} />;
export const TableLoadingPage = () => <UsersPage rows={[]} isLoading />;
export const TableEmptyPage = () => <UsersPage rows={[]} />;

export const DetailPage = () => (
  <Frame path="/users/usr_1">
    <PageHeader
      crumbs={[{ href: '/users', label: sample('Users') }]}
      avatar={<Avatar name="Ada Lovelace" size={48} />}
      title="Ada Lovelace"
      status={<StatusDot state="ok">{sample('Active')}</StatusDot>}
      meta={
        <>
          <span>ada@example.com</span>
          <CopyableId
            text="usr_01h2xcejqtf2nbrexx3vqjhp41"
            isShort
            label={sample('Copy user ID')}
          />
          <span>{sample('from Okta (Acme)')}</span>
        </>
      }
      actions={
        <>
          <Button>{sample('Suspend')}</Button>
          <IconButton icon={Ellipsis} label={sample('More actions')} kind="plain" />
        </>
      }
      tabs={
        <TabLinks
          label={sample('User')}
          current="/s"
          tabs={['Profile', 'Sign-in', 'Organizations', 'Access', 'Privacy', 'Activity'].map(
            (name) => ({
              href: name === 'Sign-in' ? '/s' : `/${name}`,
              label: sample(name),
            }),
          )}
        />
      }
    />
    <Section
      title={sample('Methods')}
      actions={<Button size="small">{sample('Send reset link')}</Button>}
    >
      <DefinitionList
        entries={[
          {
            term: sample('Password'),
            value: (
              <>
                {sample('Set on 3 Mar 2026')} <Badge>{sample('Primary')}</Badge>
              </>
            ),
          },
          { term: sample('Passkey'), value: sample('MacBook, used 2 hours ago') },
        ]}
      />
    </Section>
    <Section
      title={sample('Sessions')}
      about={sample('Where Ada is signed in.')}
      actions={<Button size="small">{sample('End all 2')}</Button>}
    >
      <DefinitionList
        entries={[{ term: 'Chrome, macOS', value: sample('Berlin, 10:41, with a passkey') }]}
      />
    </Section>
  </Frame>
);
