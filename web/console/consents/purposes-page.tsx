import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { consentPurposes } from '@platform/sdk';
import type { ConsentPurpose, PutConsentPurposeRequest } from '@platform/sdk';
import { mayCall } from '../../client/permissions.ts';
import { useSession } from '../../client/session-query.ts';
import { Badge, StatusDot } from '../../kit/content/badge.tsx';
import { Verbatim } from '../../kit/content/verbatim.tsx';
import { Button } from '../../kit/controls/button.tsx';
import { Select } from '../../kit/controls/select.tsx';
import { PageHeader } from '../../kit/frame/page-header.tsx';
import { showToast } from '../../kit/overlays/toast.tsx';
import { useSingleKeys } from '../../kit/shortcuts.ts';
import type { Column } from '../../kit/table/columns.ts';
import { currentCursor } from '../../kit/table/cursor-stack.ts';
import { TableToolbar } from '../../kit/table/table-tools.tsx';
import { useSay } from '../../kit/words/words-context.ts';
import { CursorList } from '../../parts/cursor-list.tsx';
import { ListEmpty } from '../../parts/list-empty.tsx';
import { PlainDialog } from '../../parts/plain-form.tsx';
import { ShowCode } from '../../parts/show-code.tsx';
import { purposeForm, useConsentField } from './consent-fields.ts';
import { purposeReads, purposesQuery } from './consent-queries.ts';
import { purposesRoute, purposeStates } from './consent-routes.ts';

function useColumns(): readonly Column<ConsentPurpose>[] {
  const say = useSay('consents');
  return [
    { id: 'name', label: say('field.name'), cell: ({ name }) => <Verbatim text={name} /> },
    {
      id: 'key',
      label: say('field.purposeKey'),
      isFact: true,
      cell: ({ purposeKey, source }) => (
        <>
          <code>{purposeKey}</code>{' '}
          {source === 'implicit' && <Badge state="warning">{say('source.implicit')}</Badge>}
        </>
      ),
    },
    {
      id: 'state',
      label: say('column.state'),
      isFact: true,
      cell: ({ state }) => (
        <StatusDot state={state === 'active' ? 'ok' : 'neutral'}>
          {say(`purposeState.${state}`)}
        </StatusDot>
      ),
    },
    {
      id: 'basis',
      label: say('field.legalBasis'),
      cell: ({ legalBasis }) => say(`legalBasis.${legalBasis}`),
    },
    {
      id: 'version',
      label: say('history.version'),
      cell: ({ version }) => say('version', { version }),
    },
  ];
}

function CreatePurposeDialog({ onClose }: { onClose: () => void }) {
  const say = useSay('consents');
  const navigate = useNavigate();
  const fieldOf = useConsentField(purposeForm);
  return (
    <PlainDialog
      title={say('purpose.create')}
      submit={say('purpose.create')}
      of={purposeForm}
      start={{ legalBasis: 'consent' }}
      fields={[
        fieldOf('purposeKey', { isCode: true, hint: say('field.purposeKey.hint') }),
        fieldOf('name'),
        fieldOf('description', { rows: 3 }),
        fieldOf('legalBasis'),
        fieldOf('retention', { hint: say('field.retention.hint') }),
      ]}
      codeOf={({ purposeKey }) => ({
        operation: 'consentPurposePut',
        parameters: [String(purposeKey ?? 'purpose')],
      })}
      send={(api, { purposeKey, ...body }) =>
        consentPurposes(api).put(String(purposeKey), body as PutConsentPurposeRequest)
      }
      refreshes={purposeReads}
      onDone={({ purposeKey }) => {
        showToast({ text: say('purpose.created.toast') });
        void navigate({ to: '/privacy/purposes/$purposeKey', params: { purposeKey } });
      }}
      onClose={onClose}
    />
  );
}

/** The purposes that people agree to. */
export function PurposesPage() {
  const say = useSay('consents');
  const session = useSession();
  const { state, cursors } = purposesRoute.useSearch();
  const navigate = purposesRoute.useNavigate();
  const [isCreating, setIsCreating] = useState(false);
  const columns = useColumns();
  const filter = { ...(state && { state }), cursor: cursors && currentCursor(cursors) };
  const query = useQuery({ ...purposesQuery(filter), placeholderData: keepPreviousData });
  const mayCreate = mayCall(session, 'consentPurposePut');
  const open = () => setIsCreating(true);
  useSingleKeys(mayCreate ? { c: open } : {});
  const create = (kind?: 'primary') =>
    mayCreate && (
      <Button kind={kind} onPress={open}>
        {say('purpose.create')}
      </Button>
    );
  return (
    <>
      <PageHeader
        title={say('purposes')}
        actions={
          <>
            <ShowCode entries={[{ operation: 'consentPurposeList', query: filter }]} />
            {create('primary')}
          </>
        }
      />
      <TableToolbar>
        <Select
          label={say('column.state')}
          value={state ?? 'all'}
          onChange={(id) =>
            void navigate({ search: { state: purposeStates.find((one) => one === id) } })
          }
          choices={[
            { id: 'all', label: say('purposeState.all') },
            ...purposeStates.map((id) => ({ id, label: say(`purposeState.${id}`) })),
          ]}
        />
      </TableToolbar>
      <CursorList
        label={say('purposes')}
        columns={columns}
        query={query}
        idOf={({ id }) => id}
        nameOf={({ name }) => name}
        hrefOf={({ purposeKey }) => `/privacy/purposes/${encodeURIComponent(purposeKey)}`}
        cursors={cursors}
        onCursors={(next) => void navigate({ search: { state, cursors: next } })}
        shown={(count) => say('purposes.shown', { count })}
        empty={
          <ListEmpty
            unfiltered={state && '/privacy/purposes'}
            title={say('purposes.none.title')}
            text={say('purposes.none.text')}
            actions={create()}
          />
        }
      />
      {isCreating && <CreatePurposeDialog onClose={() => setIsCreating(false)} />}
    </>
  );
}
