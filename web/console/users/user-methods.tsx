import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { users } from '@platform/sdk';
import type { SignInMethod } from '@platform/sdk';
import { mayCall } from '../../client/permissions.ts';
import { useSession } from '../../client/session-query.ts';
import { useWrite } from '../../client/write.ts';
import { Badge } from '../../kit/content/badge.tsx';
import { EmptyState } from '../../kit/content/empty-state.tsx';
import { Section } from '../../kit/content/section.tsx';
import { ExactTime, RelativeTime } from '../../kit/content/time.tsx';
import { Verbatim } from '../../kit/content/verbatim.tsx';
import { Button } from '../../kit/controls/button.tsx';
import { ConfirmDialog } from '../../kit/overlays/confirm-dialog.tsx';
import { showToast } from '../../kit/overlays/toast.tsx';
import type { Column } from '../../kit/table/columns.ts';
import { DataTable } from '../../kit/table/data-table.tsx';
import { useSay } from '../../kit/words/words-context.ts';
import { Loaded } from '../../parts/loaded.tsx';
import { ProblemNote } from '../../parts/problem-note.tsx';
import { ShowCode } from '../../parts/show-code.tsx';
import { userSignInMethodsQuery } from './user-queries.ts';

function useColumns(
  onRemove: ((method: SignInMethod) => void) | undefined,
): readonly Column<SignInMethod>[] {
  const say = useSay('users');
  const remove = (start: (method: SignInMethod) => void): Column<SignInMethod> => ({
    id: 'actions',
    label: say('actions'),
    isFact: true,
    cell: (method) =>
      method.removable ? (
        <Button
          size="small"
          aria-label={say('method.removeOf', { method: say(`method.${method.type}`) })}
          onPress={() => start(method)}
        >
          {say('method.remove')}
        </Button>
      ) : (
        say('method.last')
      ),
  });
  return [
    {
      id: 'method',
      label: say('method'),
      cell: ({ type, signsIn }) => (
        <>
          {say(`method.${type}`)} {signsIn && <Badge state="ok">{say('method.signsIn')}</Badge>}
        </>
      ),
    },
    {
      id: 'name',
      label: say('name'),
      cell: ({ label, provider, email, remaining }) =>
        remaining === null ? (
          <Verbatim text={label ?? email ?? provider ?? '—'} />
        ) : (
          say('method.remaining', { count: remaining })
        ),
    },
    {
      id: 'lastUsed',
      label: say('lastUsed'),
      isFact: true,
      cell: ({ lastUsedAt }) => (lastUsedAt ? <RelativeTime at={lastUsedAt} /> : say('never')),
    },
    {
      id: 'created',
      label: say('created'),
      cell: ({ createdAt }) => (createdAt ? <ExactTime at={createdAt} isDate /> : '—'),
    },
    ...(onRemove ? [remove(onRemove)] : []),
  ];
}

function RemoveMethod({
  userId,
  method,
  onClose,
}: {
  userId: string;
  method: SignInMethod;
  onClose: () => void;
}) {
  const say = useSay('users');
  const name = say(`method.${method.type}`);
  const remove = useWrite((api, id: string) => users(api).signInMethods.delete(userId, id), {
    refreshes: ['userSignInMethodList'],
    onDone() {
      showToast({ text: say('method.removed', { method: name }) });
      onClose();
    },
  });
  return (
    <ConfirmDialog
      title={say('method.remove.title', { method: name })}
      consequences={[say('method.remove.effect'), say('method.remove.again')]}
      action={say('method.remove')}
      isDanger
      isOpen
      isPending={remove.isPending}
      problem={remove.error && <ProblemNote error={remove.error} />}
      onConfirm={() => remove.mutate(method.id)}
      onClose={onClose}
    />
  );
}

/** Requires a new password, and resets failed attempts. */
function PasswordActions({ userId }: { userId: string }) {
  const say = useSay('users');
  const session = useSession();
  const [isResetting, setIsResetting] = useState(false);
  const reset = useWrite((api, id: string, key) => users(api).startPasswordReset(id, key), {
    refreshes: ['userSignInMethodList'],
    onDone() {
      showToast({ text: say('reset.toast') });
      setIsResetting(false);
    },
  });
  const unlock = useWrite((api, id: string, key) => users(api).unlock(id, key), {
    refreshes: ['userSignInMethodList'],
    onDone: () => showToast({ text: say('unlock.toast') }),
  });
  return (
    <>
      {unlock.error && <ProblemNote error={unlock.error} />}
      {mayCall(session, 'userCredentialUnlock') && (
        <Button isPending={unlock.isPending} onPress={() => unlock.mutate(userId)}>
          {say('unlock')}
        </Button>
      )}
      {mayCall(session, 'userPasswordResetStart') && (
        <Button onPress={() => setIsResetting(true)}>{say('reset')}</Button>
      )}
      <ConfirmDialog
        title={say('reset.title')}
        consequences={[say('reset.present'), say('reset.browsers'), say('reset.code')]}
        action={say('reset')}
        isOpen={isResetting}
        isPending={reset.isPending}
        problem={reset.error && <ProblemNote error={reset.error} />}
        onConfirm={() => reset.mutate(userId)}
        onClose={() => setIsResetting(false)}
      />
    </>
  );
}

/** The sign-in methods of a user. The last one that works cannot be removed. */
export function UserMethods({ userId }: { userId: string }) {
  const say = useSay('users');
  const session = useSession();
  const query = useQuery(userSignInMethodsQuery(userId));
  const [removed, setRemoved] = useState<SignInMethod>();
  const columns = useColumns(mayCall(session, 'userSignInMethodRemove') ? setRemoved : undefined);
  return (
    <Section
      title={say('methods')}
      actions={
        <>
          <ShowCode
            entries={[
              { operation: 'userSignInMethodList', parameters: [userId] },
              { operation: 'userSessionList', parameters: [userId] },
            ]}
          />
          <PasswordActions userId={userId} />
        </>
      }
    >
      <Loaded query={query} lines={3}>
        {({ data }) => (
          <DataTable
            label={say('methods')}
            columns={columns}
            rows={data}
            idOf={({ id }) => id}
            nameOf={({ type }) => type}
            empty={
              <EmptyState why="noneYet" level={3} title={say('noMethods.title')}>
                {say('noMethods.text')}
              </EmptyState>
            }
          />
        )}
      </Loaded>
      {removed && (
        <RemoveMethod userId={userId} method={removed} onClose={() => setRemoved(undefined)} />
      )}
    </Section>
  );
}
