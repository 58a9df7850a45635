import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { directories } from '@platform/sdk';
import type { Directory, ScimBearer } from '@platform/sdk';
import { mayCall } from '../../client/permissions.ts';
import { useSession } from '../../client/session-query.ts';
import { useWrite } from '../../client/write.ts';
import { StatusDot } from '../../kit/content/badge.tsx';
import { CopyableValue } from '../../kit/content/copyable.tsx';
import { DefinitionList } from '../../kit/content/definition-list.tsx';
import { EmptyState } from '../../kit/content/empty-state.tsx';
import { Section } from '../../kit/content/section.tsx';
import { ExactTime, RelativeTime } from '../../kit/content/time.tsx';
import { Button } from '../../kit/controls/button.tsx';
import { ConfirmDialog } from '../../kit/overlays/confirm-dialog.tsx';
import { SecretDialog } from '../../kit/overlays/secret-dialog.tsx';
import type { Column } from '../../kit/table/columns.ts';
import { DataTable } from '../../kit/table/data-table.tsx';
import { useSay } from '../../kit/words/words-context.ts';
import { Loaded } from '../../parts/loaded.tsx';
import { ProblemNote } from '../../parts/problem-note.tsx';
import { ShowCode } from '../../parts/show-code.tsx';
import { bearersQuery } from './directory-queries.ts';

const dots = { active: 'ok', retiring: 'warning', expired: 'neutral', revoked: 'neutral' } as const;
const refreshes = ['directoryConnectorListBearers'] as const;

/** Replaces a token, which stays valid for a day, or takes it back. */
function BearerActions({
  directoryId,
  bearer: { id, name, state },
  onToken,
}: {
  directoryId: string;
  bearer: ScimBearer;
  onToken: (token: string) => void;
}) {
  const say = useSay('directories');
  const [isRevoking, setIsRevoking] = useState(false);
  const rotate = useWrite(
    (api, of: string, key) => directories(api).scimBearers.rotate(directoryId, of, {}, key),
    { refreshes, isSecret: true, onDone: ({ token }) => onToken(token) },
  );
  const revoke = useWrite(
    (api, of: string) => directories(api).scimBearers.revoke(directoryId, of),
    { refreshes, onDone: () => setIsRevoking(false) },
  );
  if (state !== 'active' && state !== 'retiring') return null;
  return (
    <>
      {state === 'active' && (
        <Button
          size="small"
          aria-label={say('bearer.rotateOf', { name })}
          isPending={rotate.isPending}
          onPress={() => rotate.mutate(id)}
        >
          {say('bearer.rotate')}
        </Button>
      )}{' '}
      <Button
        size="small"
        aria-label={say('bearer.revokeOf', { name })}
        onPress={() => setIsRevoking(true)}
      >
        {say('bearer.revoke')}
      </Button>
      {rotate.error && <ProblemNote error={rotate.error} />}
      <ConfirmDialog
        title={say('bearer.revoke.title', { name })}
        consequences={[say('bearer.revoke.effect')]}
        action={say('bearer.revoke')}
        isDanger
        isOpen={isRevoking}
        isPending={revoke.isPending}
        problem={revoke.error && <ProblemNote error={revoke.error} />}
        onConfirm={() => revoke.mutate(id)}
        onClose={() => setIsRevoking(false)}
      />
    </>
  );
}

/** The tokens with which a SCIM client sends users. */
export function ScimBearers({ directory: { id, scimBaseUrl } }: { directory: Directory }) {
  const say = useSay('directories');
  const session = useSession();
  const query = useQuery(bearersQuery(id));
  const [token, setToken] = useState<string | null>(null);
  const mint = useWrite(
    (api, of: string, key) => directories(api).scimBearers.create(of, {}, key),
    { refreshes, isSecret: true, onDone: (bearer) => setToken(bearer.token) },
  );
  const mayMint = mayCall(session, 'directoryConnectorMintBearer');
  const create = mayMint && (
    <Button isPending={mint.isPending} onPress={() => mint.mutate(id)}>
      {say('bearer.create')}
    </Button>
  );
  const columns: readonly Column<ScimBearer>[] = [
    { id: 'name', label: say('name'), cell: ({ name }) => name },
    {
      id: 'state',
      label: say('status'),
      isFact: true,
      cell: ({ state }) => <StatusDot state={dots[state]}>{say(`bearer.${state}`)}</StatusDot>,
    },
    {
      id: 'token',
      label: say('bearer'),
      cell: ({ prefix, last4 }) => (
        <code>
          {prefix}…{last4}
        </code>
      ),
    },
    {
      id: 'used',
      label: say('lastUsed'),
      cell: ({ lastUsedAt }) => (lastUsedAt ? <RelativeTime at={lastUsedAt} /> : say('never')),
    },
    {
      id: 'expires',
      label: say('expires'),
      cell: ({ expiresAt }) => <ExactTime at={expiresAt} isDate />,
    },
    ...(mayMint
      ? [
          {
            id: 'actions',
            label: say('actions'),
            isFact: true,
            cell: (bearer: ScimBearer) => (
              <BearerActions directoryId={id} bearer={bearer} onToken={setToken} />
            ),
          },
        ]
      : []),
  ];
  return (
    <Section
      title={say('bearers')}
      about={say('bearers.about')}
      actions={
        <>
          <ShowCode entries={[{ operation: 'directoryConnectorListBearers', parameters: [id] }]} />
          {create}
        </>
      }
    >
      {mint.error && <ProblemNote error={mint.error} />}
      {scimBaseUrl !== null && (
        <DefinitionList
          entries={[
            {
              term: say('scimUrl'),
              value: <CopyableValue text={scimBaseUrl} label={say('copyUrl')} />,
            },
          ]}
        />
      )}
      <Loaded query={query} lines={3}>
        {({ data }) => (
          <DataTable
            label={say('bearers')}
            columns={columns}
            rows={data}
            idOf={(bearer) => bearer.id}
            nameOf={({ name }) => name}
            empty={
              <EmptyState why="noneYet" level={3} title={say('noBearers.title')}>
                {say('noBearers.text')}
              </EmptyState>
            }
          />
        )}
      </Loaded>
      <SecretDialog
        title={say('bearer.new')}
        secret={token}
        fileName="scim-token.txt"
        onClose={() => setToken(null)}
      />
    </Section>
  );
}
