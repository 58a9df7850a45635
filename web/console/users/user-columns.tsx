import type { User } from '@platform/sdk';
import { Avatar } from '../../kit/content/avatar.tsx';
import { ExactTime } from '../../kit/content/time.tsx';
import { Verbatim } from '../../kit/content/verbatim.tsx';
import type { Column } from '../../kit/table/columns.ts';
import { useSay } from '../../kit/words/words-context.ts';
import { userName } from './user-names.ts';
import { UserStatus } from './user-status.tsx';
import styles from './users.module.css';

const Name = ({ user }: { user: User }) => (
  <span className={styles['name']}>
    <Avatar name={userName(user)} size={24} />
    <span className={styles['nameText']}>
      <Verbatim text={userName(user)} />
    </span>
  </span>
);

/** The columns of the list of users. */
export function useUserColumns(): readonly Column<User>[] {
  const say = useSay('users');
  return [
    { id: 'name', label: say('name'), cell: (user) => <Name user={user} /> },
    {
      id: 'status',
      label: say('status'),
      isFact: true,
      cell: (user) => <UserStatus user={user} />,
    },
    {
      id: 'email',
      label: say('email'),
      isFact: true,
      cell: ({ email }) => (email === null ? '—' : <Verbatim text={email} />),
    },
    {
      id: 'source',
      label: say('source'),
      cell: ({ managedBy }) => say(managedBy ? 'source.directory' : 'source.direct'),
    },
    {
      id: 'lastLogin',
      label: say('lastLogin'),
      cell: ({ lastLoginAt }) => (lastLoginAt ? <ExactTime at={lastLoginAt} /> : say('never')),
    },
    {
      id: 'created',
      label: say('created'),
      cell: ({ createdAt }) => <ExactTime at={createdAt} isDate />,
    },
    {
      id: 'username',
      label: say('username'),
      isExtra: true,
      cell: ({ username }) => (username === null ? '—' : <Verbatim text={username} />),
    },
    { id: 'id', label: say('id'), isExtra: true, cell: ({ id }) => <code>{id}</code> },
  ];
}
