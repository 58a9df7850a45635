import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { users } from '@platform/sdk';
import type { UserSession } from '@platform/sdk';
import { mayCall } from '../../client/permissions.ts';
import { useSession } from '../../client/session-query.ts';
import { useWrite } from '../../client/write.ts';
import { Badge } from '../../kit/content/badge.tsx';
import { EmptyState } from '../../kit/content/empty-state.tsx';
import { Section } from '../../kit/content/section.tsx';
import { ExactTime, RelativeTime } from '../../kit/content/time.tsx';
import { Button } from '../../kit/controls/button.tsx';
import { ConfirmDialog } from '../../kit/overlays/confirm-dialog.tsx';
import { showToast } from '../../kit/overlays/toast.tsx';
import type { Column } from '../../kit/table/columns.ts';
import { DataTable } from '../../kit/table/data-table.tsx';
import { useFormats, useSay } from '../../kit/words/words-context.ts';
import { Loaded } from '../../parts/loaded.tsx';
import { ProblemNote } from '../../parts/problem-note.tsx';
import { useSignInWords } from '../../parts/sign-in-words.ts';
import { userSessionsQuery } from './user-queries.ts';

/** The browser and its system, as far as they are known. */
const deviceName = ({ device: { browser, os }, userAgent }: UserSession): string | undefined =>
  [browser, os].filter(Boolean).join(', ') || (userAgent ?? undefined);

function EndSession({
  userId,
  session: { id, current },
}: {
  userId: string;
  session: UserSession;
}) {
  const say = useSay('users');
  const end = useWrite((api, of: string) => users(api).sessions.delete(userId, of), {
    refreshes: ['userSessionList'],
    onDone: () => showToast({ text: say('session.ended') }),
  });
  if (current) return <Badge>{say('session.current')}</Badge>;
  return (
    <>
      <Button size="small" isPending={end.isPending} onPress={() => end.mutate(id)}>
        {say('session.end')}
      </Button>
      {end.error && <ProblemNote error={end.error} />}
    </>
  );
}

function useColumns(userId: string, mayEnd: boolean): readonly Column<UserSession>[] {
  const say = useSay('users');
  const formats = useFormats();
  const methodsOf = useSignInWords();
  return [
    {
      id: 'device',
      label: say('session.device'),
      cell: (session) => deviceName(session) ?? say('session.unknown'),
    },
    {
      id: 'place',
      label: say('session.place'),
      isFact: true,
      cell: ({ country, ip }) =>
        [country && formats.formatDisplayName(country, { type: 'region' }), ip]
          .filter(Boolean)
          .join(' · ') || '—',
    },
    {
      id: 'how',
      label: say('session.how'),
      cell: ({ amr, acr }) => [...methodsOf(amr), ...(acr ? [acr] : [])].join(' · ') || '—',
    },
    {
      id: 'used',
      label: say('lastUsed'),
      cell: ({ lastUsedAt }) => <RelativeTime at={lastUsedAt} />,
    },
    {
      id: 'since',
      label: say('session.since'),
      cell: ({ signedInAt }) => <ExactTime at={signedInAt} />,
    },
    ...(mayEnd
      ? [
          {
            id: 'actions',
            label: say('actions'),
            isFact: true,
            cell: (session: UserSession) => <EndSession userId={userId} session={session} />,
          },
        ]
      : []),
  ];
}

/** Where a user is signed in. */
export function UserSessions({ userId }: { userId: string }) {
  const say = useSay('users');
  const session = useSession();
  const query = useQuery(userSessionsQuery(userId));
  const [isEnding, setIsEnding] = useState(false);
  const mayEndAll = mayCall(session, 'userSessionEndAll');
  const columns = useColumns(userId, mayCall(session, 'userSessionEnd'));
  const endAll = useWrite((api, id: string) => users(api).sessions.deleteAll(id), {
    refreshes: ['userSessionList'],
    onDone({ ended }) {
      setIsEnding(false);
      showToast({ text: say('session.endedAll', { count: ended }) });
    },
  });
  const count = query.data?.value.data.length ?? 0;
  return (
    <Section
      title={say('sessions')}
      actions={
        mayEndAll &&
        count > 0 && (
          <Button onPress={() => setIsEnding(true)}>{say('session.endAll', { count })}</Button>
        )
      }
    >
      <Loaded query={query} lines={3}>
        {({ data }) => (
          <DataTable
            label={say('sessions')}
            columns={columns}
            rows={data}
            idOf={({ id }) => id}
            nameOf={(one) => deviceName(one) ?? one.id}
            empty={
              <EmptyState why="noneYet" level={3} title={say('noSessions.title')}>
                {say('noSessions.text')}
              </EmptyState>
            }
          />
        )}
      </Loaded>
      <ConfirmDialog
        title={say('session.endAll.title')}
        consequences={[say('session.endAll.browsers', { count }), say('session.endAll.tokens')]}
        action={say('session.endAll', { count })}
        isDanger
        isOpen={isEnding}
        isPending={endAll.isPending}
        problem={endAll.error && <ProblemNote error={endAll.error} />}
        onConfirm={() => endAll.mutate(userId)}
        onClose={() => setIsEnding(false)}
      />
    </Section>
  );
}
