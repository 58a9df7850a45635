import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { webhookClaimSchemas } from '@platform/sdk';
import type { WebhookClaimSchema, WebhookClaimSchemaUpsertRequest } from '@platform/sdk';
import { mayCall } from '../../client/permissions.ts';
import { useSession } from '../../client/session-query.ts';
import { Badge, StatusDot } from '../../kit/content/badge.tsx';
import { Verbatim } from '../../kit/content/verbatim.tsx';
import { Button } from '../../kit/controls/button.tsx';
import { PageHeader } from '../../kit/frame/page-header.tsx';
import { showToast } from '../../kit/overlays/toast.tsx';
import { useSingleKeys } from '../../kit/shortcuts.ts';
import type { Column } from '../../kit/table/columns.ts';
import { currentCursor } from '../../kit/table/cursor-stack.ts';
import { useSay } from '../../kit/words/words-context.ts';
import { CursorList } from '../../parts/cursor-list.tsx';
import { ListEmpty } from '../../parts/list-empty.tsx';
import { PlainDialog } from '../../parts/plain-form.tsx';
import { ShowCode } from '../../parts/show-code.tsx';
import { claimForm, useClaimField, useClaimGroups } from './claim-fields.ts';
import { claimReads, claimsQuery } from './claim-queries.ts';
import { claimsRoute } from './claim-routes.ts';

function useColumns(): readonly Column<WebhookClaimSchema>[] {
  const say = useSay('claims');
  return [
    {
      id: 'name',
      label: say('field.claimName'),
      cell: ({ claimName }) => <Verbatim text={claimName} />,
    },
    {
      id: 'source',
      label: say('field.source.kind'),
      isFact: true,
      cell: ({ source }) => say(`source.kind.${source.kind}`),
    },
    {
      id: 'tokens',
      label: say('field.tokens'),
      cell: ({ tokens, required }) => (
        <>
          {tokens.map((token) => say(`tokens.${token}`)).join(', ')}{' '}
          {required && <Badge state="warning">{say('required')}</Badge>}
        </>
      ),
    },
    {
      id: 'state',
      label: say('state'),
      isFact: true,
      cell: ({ enabled }) => (
        <StatusDot state={enabled ? 'ok' : 'neutral'}>{say(enabled ? 'on' : 'off')}</StatusDot>
      ),
    },
  ];
}

function CreateClaimDialog({ onClose }: { onClose: () => void }) {
  const say = useSay('claims');
  const navigate = useNavigate();
  const fieldOf = useClaimField();
  const groupsOf = useClaimGroups();
  return (
    <PlainDialog
      title={say('create')}
      submit={say('create')}
      of={claimForm}
      start={{
        source: { kind: 'attribute', pointer: '/user/attributes/' },
        schema: { type: 'string' },
        tokens: ['access_token'],
        enabled: true,
      }}
      fields={(values) => [
        fieldOf('claimName', { isCode: true }),
        ...groupsOf(values).flatMap(({ fields }) => fields),
      ]}
      codeOf={({ claimName }) => ({
        operation: 'webhookClaimSchemaPut',
        parameters: [String(claimName ?? 'claim')],
      })}
      send={(api, { claimName, ...body }) =>
        webhookClaimSchemas(api).put(
          String(claimName),
          body as unknown as WebhookClaimSchemaUpsertRequest,
        )
      }
      refreshes={claimReads}
      onDone={({ claimName }) => {
        showToast({ text: say('created.toast') });
        void navigate({ to: '/claims/$claimName', params: { claimName } });
      }}
      onClose={onClose}
    />
  );
}

/** Claims that the tenant adds to tokens. */
export function ClaimsPage() {
  const say = useSay('claims');
  const session = useSession();
  const { cursors } = claimsRoute.useSearch();
  const navigate = claimsRoute.useNavigate();
  const [isCreating, setIsCreating] = useState(false);
  const columns = useColumns();
  const filter = { cursor: cursors && currentCursor(cursors) };
  const query = useQuery({ ...claimsQuery(filter), placeholderData: keepPreviousData });
  const mayCreate = mayCall(session, 'webhookClaimSchemaPut');
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
            <ShowCode entries={[{ operation: 'webhookClaimSchemaList', query: filter }]} />
            {create('primary')}
          </>
        }
      />
      <CursorList
        label={say('title')}
        columns={columns}
        query={query}
        idOf={({ id }) => id}
        nameOf={({ claimName }) => claimName}
        hrefOf={({ claimName }) => `/claims/${encodeURIComponent(claimName)}`}
        cursors={cursors}
        onCursors={(next) => void navigate({ search: { cursors: next } })}
        shown={(count) => say('shown', { count })}
        empty={<ListEmpty title={say('none.title')} text={say('none.text')} actions={create()} />}
      />
      {isCreating && <CreateClaimDialog onClose={() => setIsCreating(false)} />}
    </>
  );
}
