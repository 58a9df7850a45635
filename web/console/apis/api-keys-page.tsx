import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { apiSigningKeys } from '@platform/sdk';
import type { ApiSigningKey, RotateApiSigningKeyRequest } from '@platform/sdk';
import { mayCall } from '../../client/permissions.ts';
import { useSession } from '../../client/session-query.ts';
import { useWrite } from '../../client/write.ts';
import { StatusDot } from '../../kit/content/badge.tsx';
import { EmptyState } from '../../kit/content/empty-state.tsx';
import { ExactTime } from '../../kit/content/time.tsx';
import { Button } from '../../kit/controls/button.tsx';
import { Checkbox } from '../../kit/controls/checkbox.tsx';
import { PageHeader } from '../../kit/frame/page-header.tsx';
import { ConfirmDialog } from '../../kit/overlays/confirm-dialog.tsx';
import { showToast } from '../../kit/overlays/toast.tsx';
import type { Column } from '../../kit/table/columns.ts';
import { DataTable } from '../../kit/table/data-table.tsx';
import { useSay } from '../../kit/words/words-context.ts';
import { Loaded } from '../../parts/loaded.tsx';
import { ProblemNote } from '../../parts/problem-note.tsx';
import { ShowCode } from '../../parts/show-code.tsx';
import { ApiListTabs } from './api-list-tabs.tsx';
import { apiKeysQuery } from './api-queries.ts';

const states = { pre_published: 'info', active: 'ok', retired: 'neutral' } as const;

/** Rotates the key of an algorithm: after an hour, or now if it has leaked. */
function RotateKey({ alg, onClose }: { alg: ApiSigningKey['alg']; onClose: () => void }) {
  const say = useSay('apis');
  const [immediate, setImmediate] = useState(false);
  const rotate = useWrite(
    (api, body: RotateApiSigningKeyRequest, key) => apiSigningKeys(api).rotate(body, key),
    {
      refreshes: ['apiSigningKeyList'],
      onDone() {
        showToast({ text: say('keys.rotated.toast') });
        onClose();
      },
    },
  );
  return (
    <ConfirmDialog
      title={say('keys.rotate.title', { alg })}
      consequences={[say(immediate ? 'keys.immediate.text' : 'keys.rotate.text')]}
      action={say('keys.rotate')}
      isDanger={immediate}
      isOpen
      isPending={rotate.isPending}
      problem={rotate.error && <ProblemNote error={rotate.error} />}
      onConfirm={() => rotate.mutate({ alg, immediate })}
      onClose={onClose}
    >
      <Checkbox label={say('keys.immediate')} isSelected={immediate} onChange={setImmediate} />
    </ConfirmDialog>
  );
}

function useColumns(
  onRotate: ((alg: ApiSigningKey['alg']) => void) | undefined,
): readonly Column<ApiSigningKey>[] {
  const say = useSay('apis');
  return [
    { id: 'kid', label: say('keys.kid'), cell: ({ kid }) => <code>{kid}</code> },
    { id: 'alg', label: say('keys.alg'), cell: ({ alg }) => alg },
    {
      id: 'state',
      label: say('keys.state'),
      isFact: true,
      cell: ({ state }) => <StatusDot state={states[state]}>{say(`keys.${state}`)}</StatusDot>,
    },
    {
      id: 'since',
      label: say('keys.since'),
      cell: ({ activatesAt }) => <ExactTime at={activatesAt} />,
    },
    {
      id: 'until',
      label: say('keys.until'),
      cell: ({ removesAt }) => (removesAt ? <ExactTime at={removesAt} /> : '—'),
    },
    ...(onRotate
      ? [
          {
            id: 'actions',
            label: say('actions'),
            isFact: true,
            cell: ({ alg, state }: ApiSigningKey) =>
              state === 'active' && (
                <Button
                  size="small"
                  aria-label={`${say('keys.rotate')} ${alg}`}
                  onPress={() => onRotate(alg)}
                >
                  {say('keys.rotate')}
                </Button>
              ),
          },
        ]
      : []),
  ];
}

/** The keys that sign tokens of the tenant's APIs. */
export function ApiKeysPage() {
  const say = useSay('apis');
  const session = useSession();
  const [rotating, setRotating] = useState<ApiSigningKey['alg']>();
  const columns = useColumns(mayCall(session, 'apiSigningKeyRotate') ? setRotating : undefined);
  const query = useQuery(apiKeysQuery);
  return (
    <>
      <PageHeader
        title={say('tab.keys')}
        meta={<span>{say('keys.about')}</span>}
        actions={<ShowCode entries={[{ operation: 'apiSigningKeyList' }]} />}
        tabs={<ApiListTabs current="/apis/keys" />}
      />
      <Loaded query={query} lines={4}>
        {({ data }) => (
          <DataTable
            label={say('tab.keys')}
            columns={columns}
            rows={data}
            idOf={({ kid }) => kid}
            nameOf={({ kid }) => kid}
            empty={
              <EmptyState why="noneYet" title={say('noKeys.title')}>
                {say('noKeys.text')}
              </EmptyState>
            }
          />
        )}
      </Loaded>
      {rotating && <RotateKey alg={rotating} onClose={() => setRotating(undefined)} />}
    </>
  );
}
