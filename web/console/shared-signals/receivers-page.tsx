import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { SsfReceiver } from '@platform/sdk';
import { mayCall } from '../../client/permissions.ts';
import { useSession } from '../../client/session-query.ts';
import { ExactTime } from '../../kit/content/time.tsx';
import { Verbatim } from '../../kit/content/verbatim.tsx';
import { Button } from '../../kit/controls/button.tsx';
import { PageHeader } from '../../kit/frame/page-header.tsx';
import { useSingleKeys } from '../../kit/shortcuts.ts';
import type { Column } from '../../kit/table/columns.ts';
import { currentCursor } from '../../kit/table/cursor-stack.ts';
import { useSay } from '../../kit/words/words-context.ts';
import { CursorList } from '../../parts/cursor-list.tsx';
import { ListEmpty } from '../../parts/list-empty.tsx';
import { ShowCode } from '../../parts/show-code.tsx';
import { receiversQuery } from './receiver-queries.ts';
import { receiversRoute } from './receiver-routes.ts';
import { ReceiverState } from './receiver-state.tsx';
import { RegisterReceiverDialog } from './register-receiver.tsx';

function useColumns(): readonly Column<SsfReceiver>[] {
  const say = useSay('sharedSignals');
  return [
    { id: 'name', label: say('field.name'), cell: ({ name }) => <Verbatim text={name} /> },
    {
      id: 'state',
      label: say('column.state'),
      isFact: true,
      cell: (receiver) => <ReceiverState receiver={receiver} />,
    },
    {
      id: 'method',
      label: say('field.delivery.method'),
      isFact: true,
      cell: ({ delivery }) => say(`method.${delivery.method}`),
    },
    {
      id: 'pending',
      label: say('column.pending'),
      isNumber: true,
      cell: ({ pendingCount }) => pendingCount,
    },
    {
      id: 'last',
      label: say('column.last'),
      cell: ({ lastDeliveredAt }) =>
        lastDeliveredAt === null ? '—' : <ExactTime at={lastDeliveredAt} />,
    },
  ];
}

/** The receivers of security events (Shared Signals Framework). */
export function ReceiversPage() {
  const say = useSay('sharedSignals');
  const session = useSession();
  const { cursors } = receiversRoute.useSearch();
  const navigate = receiversRoute.useNavigate();
  const [isCreating, setIsCreating] = useState(false);
  const columns = useColumns();
  const filter = { cursor: cursors && currentCursor(cursors) };
  const query = useQuery({
    ...receiversQuery(filter),
    placeholderData: keepPreviousData,
    refetchInterval: 30_000,
  });
  const mayCreate = mayCall(session, 'ssfReceiverRegister');
  const open = () => setIsCreating(true);
  useSingleKeys(mayCreate ? { c: open } : {});
  const create = (kind?: 'primary') =>
    mayCreate && (
      <Button kind={kind} onPress={open}>
        {say('create')}
      </Button>
    );
  return (
    <>
      <PageHeader
        title={say('title')}
        actions={
          <>
            <ShowCode entries={[{ operation: 'ssfReceiverList', query: filter }]} />
            {create('primary')}
          </>
        }
      />
      <CursorList
        label={say('title')}
        columns={columns}
        query={query}
        idOf={({ id }) => id}
        nameOf={({ name }) => name}
        hrefOf={({ id }) => `/shared-signals/${id}`}
        cursors={cursors}
        onCursors={(next) => void navigate({ search: { cursors: next } })}
        shown={(count) => say('shown', { count })}
        empty={<ListEmpty title={say('none.title')} text={say('none.text')} actions={create()} />}
      />
      {isCreating && <RegisterReceiverDialog onClose={() => setIsCreating(false)} />}
    </>
  );
}
