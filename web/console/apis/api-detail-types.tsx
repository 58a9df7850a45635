import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { apiResources } from '@platform/sdk';
import type { ApiDetailType } from '@platform/sdk';
import { mayCall } from '../../client/permissions.ts';
import { useSession } from '../../client/session-query.ts';
import { useWrite } from '../../client/write.ts';
import { EmptyState } from '../../kit/content/empty-state.tsx';
import { Section } from '../../kit/content/section.tsx';
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
import { apiDetailTypesQuery } from './api-queries.ts';
import { apiDetailTypesRoute } from './api-routes.ts';
import { DetailTypeDialog } from './detail-type-dialog.tsx';
import { RowActions } from './row-actions.tsx';
import { textOf } from './scope-texts.ts';

interface RemoveProps {
  apiId: string;
  type: string;
  onClose: () => void;
}

function RemoveDetailType({ apiId, type, onClose }: RemoveProps) {
  const say = useSay('apis');
  const remove = useWrite((api, of: string) => apiResources(api).detailTypes.delete(apiId, of), {
    refreshes: ['apiDetailTypeList'],
    onDone() {
      showToast({ text: say('scope.removed.toast', { name: type }) });
      onClose();
    },
  });
  return (
    <ConfirmDialog
      title={say('scope.remove.title', { name: type })}
      consequences={[say('detailType.remove.text')]}
      action={say('detailType.remove')}
      isDanger
      isOpen
      isPending={remove.isPending}
      problem={remove.error && <ProblemNote error={remove.error} />}
      onConfirm={() => remove.mutate(type)}
      onClose={onClose}
    />
  );
}

type Action = { kind: 'edit' | 'remove'; detailType: ApiDetailType };

function useColumns(act: ((action: Action) => void) | undefined): readonly Column<ApiDetailType>[] {
  const say = useSay('apis');
  return [
    { id: 'type', label: say('detailType'), cell: ({ type }) => <code>{type}</code> },
    {
      id: 'text',
      label: say('scope.text'),
      isFact: true,
      cell: ({ display }) => <Verbatim text={textOf(display)} />,
    },
    {
      id: 'acr',
      label: say('scope.acr'),
      cell: ({ requires }) => requires?.acr ?? say('scope.acr.none'),
    },
    ...(act
      ? [
          {
            id: 'actions',
            label: say('actions'),
            isFact: true,
            cell: (detailType: ApiDetailType) => (
              <RowActions
                name={detailType.type}
                onEdit={() => act({ kind: 'edit', detailType })}
                onRemove={() => act({ kind: 'remove', detailType })}
              />
            ),
          },
        ]
      : []),
  ];
}

/** What applications can ask for in a single matter, such as a payment (RFC 9396). */
export function ApiDetailTypes() {
  const say = useSay('apis');
  const session = useSession();
  const { apiId } = apiDetailTypesRoute.useParams();
  const [isAdding, setIsAdding] = useState(false);
  const [action, setAction] = useState<Action>();
  const mayWrite = mayCall(session, 'apiDetailTypePut');
  const columns = useColumns(mayWrite ? setAction : undefined);
  const query = useQuery(apiDetailTypesQuery(apiId));
  const close = () => setAction(undefined);
  return (
    <Section
      title={say('tab.detailTypes')}
      about={say('detailTypes.about')}
      actions={
        <>
          <ShowCode entries={[{ operation: 'apiDetailTypeList', parameters: [apiId] }]} />
          {mayWrite && <Button onPress={() => setIsAdding(true)}>{say('detailType.add')}</Button>}
        </>
      }
    >
      <Loaded query={query} lines={4}>
        {({ data }) => (
          <DataTable
            label={say('tab.detailTypes')}
            columns={columns}
            rows={data}
            idOf={({ type }) => type}
            nameOf={({ type }) => type}
            empty={
              <EmptyState why="noneYet" level={3} title={say('noDetailTypes.title')}>
                {say('noDetailTypes.text')}
              </EmptyState>
            }
          />
        )}
      </Loaded>
      {isAdding && <DetailTypeDialog apiId={apiId} onClose={() => setIsAdding(false)} />}
      {action?.kind === 'edit' && (
        <DetailTypeDialog apiId={apiId} detailType={action.detailType} onClose={close} />
      )}
      {action?.kind === 'remove' && (
        <RemoveDetailType apiId={apiId} type={action.detailType.type} onClose={close} />
      )}
    </Section>
  );
}
