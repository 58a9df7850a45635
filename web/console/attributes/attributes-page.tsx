import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { attributeSchema } from '@platform/sdk';
import type { AttributeDefinition } from '@platform/sdk';
import { mayCall } from '../../client/permissions.ts';
import { useSession } from '../../client/session-query.ts';
import { useWrite } from '../../client/write.ts';
import { Badge } from '../../kit/content/badge.tsx';
import { EmptyState } from '../../kit/content/empty-state.tsx';
import { Button } from '../../kit/controls/button.tsx';
import { Select } from '../../kit/controls/select.tsx';
import { showToast } from '../../kit/overlays/toast.tsx';
import { useSingleKeys } from '../../kit/shortcuts.ts';
import { OrderList } from '../../kit/table/order-list.tsx';
import { movedPositions } from '../../kit/table/order.ts';
import { TableToolbar } from '../../kit/table/table-tools.tsx';
import { useSay } from '../../kit/words/words-context.ts';
import { Loaded } from '../../parts/loaded.tsx';
import { ProblemNote } from '../../parts/problem-note.tsx';
import { useSavedOrder } from '../../parts/saved-order.ts';
import { ShowCode } from '../../parts/show-code.tsx';
import { attributeReads, attributeSettingsQuery, attributesQuery } from './attribute-queries.ts';
import { attributesRoute, entityKinds } from './attribute-routes.ts';
import type { EntityKind } from './attribute-routes.ts';
import { AttributesHead } from './attributes-head.tsx';
import { ConformanceState } from './conformance.tsx';
import { CreateAttributeDialog } from './create-attribute.tsx';
import { TemplatesDialog } from './templates-dialog.tsx';
import styles from './attributes.module.css';

const unmanaged = ['allow', 'reject'] as const;

/** Whether properties without a definition are accepted. */
function UnmanagedSetting({ kind }: { kind: EntityKind }) {
  const say = useSay('attributes');
  const session = useSession();
  const query = useQuery(attributeSettingsQuery(kind));
  const put = useWrite(
    (api, unmanagedAttributes: (typeof unmanaged)[number]) =>
      attributeSchema(api).settings.put({ unmanagedAttributes }, { entityKind: kind }),
    {
      refreshes: ['attributeSchemaGetSettings', 'attributeSchemaRender'],
      onDone: () => showToast({ text: say('unmanaged.toast') }),
    },
  );
  const value = put.isPending ? put.variables : query.data?.value.unmanagedAttributes;
  return (
    <>
      <Select
        label={say('unmanaged')}
        value={value ?? null}
        isDisabled={!query.data || !mayCall(session, 'attributeSchemaPutSettings')}
        onChange={(next) => put.mutate(next)}
        choices={unmanaged.map((id) => ({ id, label: say(`unmanaged.${id}`) }))}
      />
      {put.error && <ProblemNote error={put.error} />}
    </>
  );
}

function Facts({ definition }: { definition: AttributeDefinition }) {
  const say = useSay('attributes');
  const { key, type, multiValued, required, unique, sensitivity, visibility } = definition;
  const { conformance, state } = definition;
  return (
    <>
      <code className={styles['quiet']}>{key}</code>
      <span className={styles['quiet']}>
        {say(`type.${type}`)}
        {multiValued && ` · ${say('several')}`} · {say(`visibility.${visibility}`)}
      </span>
      {required && <Badge state="info">{say('field.required')}</Badge>}
      {unique && <Badge state="info">{say('field.unique')}</Badge>}
      {sensitivity !== 'none' && <Badge state="warning">{say(`sensitivity.${sensitivity}`)}</Badge>}
      {state === 'purging' && <Badge state="warning">{say('purging')}</Badge>}
      {['scanning', 'violated'].includes(conformance.state) && (
        <ConformanceState conformance={conformance} />
      )}
    </>
  );
}

function Definitions({ kind, all }: { kind: EntityKind; all: readonly AttributeDefinition[] }) {
  const say = useSay('attributes');
  const session = useSession();
  const { order, error, save } = useSavedOrder<AttributeDefinition>({
    send: (api, { id }, position) => attributeSchema(api).update(id, { order: position }),
    refreshes: attributeReads,
  });
  const mayOrder = mayCall(session, 'attributeSchemaUpdate') && all.length > 1;
  return (
    <>
      {error !== undefined && <ProblemNote error={error} />}
      <OrderList
        label={say(`kind.${kind}`)}
        rows={order ?? all}
        idOf={({ id }) => id}
        nameOf={({ label, key }) => label ?? key}
        hrefOf={({ id }) => `/attributes/${id}`}
        onOrder={
          mayOrder
            ? (rows, index) =>
                void save(
                  rows,
                  movedPositions(rows, index, (definition) => definition.order),
                )
            : undefined
        }
      >
        {(definition) => <Facts definition={definition} />}
      </OrderList>
    </>
  );
}

/** The properties of users and organizations that the tenant defines, in the order of forms. */
export function AttributesPage() {
  const say = useSay('attributes');
  const session = useSession();
  const { kind = 'user' } = attributesRoute.useSearch();
  const navigate = attributesRoute.useNavigate();
  const [open, setOpen] = useState<'create' | 'templates'>();
  const close = () => setOpen(undefined);
  const query = useQuery({
    ...attributesQuery(kind),
    refetchInterval: ({ state }) =>
      state.data?.value.data.some(({ conformance }) => conformance.state === 'scanning')
        ? 3_000
        : false,
  });
  const mayCreate = mayCall(session, 'attributeSchemaCreate');
  useSingleKeys(mayCreate ? { c: () => setOpen('create') } : {});
  const create = (buttonKind?: 'primary') => (
    <Button kind={buttonKind} onPress={() => setOpen('create')}>
      {say('create')}
    </Button>
  );
  const templates = <Button onPress={() => setOpen('templates')}>{say('templates')}</Button>;
  return (
    <>
      <AttributesHead
        kind={kind}
        tab="list"
        actions={
          <>
            <ShowCode
              entries={[{ operation: 'attributeSchemaList', query: { entityKind: kind } }]}
            />
            {mayCreate && templates}
            {mayCreate && create('primary')}
          </>
        }
      />
      <TableToolbar>
        <Select
          label={say('kind')}
          value={kind}
          onChange={(id) => void navigate({ search: id === 'user' ? {} : { kind: id } })}
          choices={entityKinds.map((id) => ({ id, label: say(`kind.${id}`) }))}
        />
        <UnmanagedSetting key={kind} kind={kind} />
      </TableToolbar>
      <Loaded query={query} lines={8}>
        {({ data }) =>
          data.length === 0 ? (
            <EmptyState
              why="noneYet"
              title={say('none.title')}
              actions={
                mayCreate && (
                  <>
                    {templates}
                    {create()}
                  </>
                )
              }
            >
              {say('none.text')}
            </EmptyState>
          ) : (
            <Definitions key={kind} kind={kind} all={data} />
          )
        }
      </Loaded>
      {open === 'create' && <CreateAttributeDialog kind={kind} onClose={close} />}
      {open === 'templates' && <TemplatesDialog kind={kind} onClose={close} />}
    </>
  );
}
