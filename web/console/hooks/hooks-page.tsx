import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { hooks } from '@platform/sdk';
import type { Hook } from '@platform/sdk';
import { mayCall } from '../../client/permissions.ts';
import { useSession } from '../../client/session-query.ts';
import { Badge } from '../../kit/content/badge.tsx';
import { EmptyState } from '../../kit/content/empty-state.tsx';
import { Section } from '../../kit/content/section.tsx';
import { Verbatim } from '../../kit/content/verbatim.tsx';
import { Button } from '../../kit/controls/button.tsx';
import { PageHeader } from '../../kit/frame/page-header.tsx';
import { useSingleKeys } from '../../kit/shortcuts.ts';
import { OrderList } from '../../kit/table/order-list.tsx';
import { positionChanges } from '../../kit/table/order.ts';
import { useSay } from '../../kit/words/words-context.ts';
import { Loaded } from '../../parts/loaded.tsx';
import { ProblemNote } from '../../parts/problem-note.tsx';
import { useSavedOrder } from '../../parts/saved-order.ts';
import { ShowCode } from '../../parts/show-code.tsx';
import { CreateHookDialog } from './create-hook-dialog.tsx';
import { hookReads, hooksQuery } from './hook-queries.ts';
import { hookStages } from './hook-routes.ts';
import type { HookStage } from './hook-routes.ts';
import styles from './hooks.module.css';

interface StageProps {
  stage: HookStage;
  all: readonly Hook[];
}

/** The hooks of a stage, in the order in which they are called. */
function Stage({ stage, all }: StageProps) {
  const say = useSay('hooks');
  const session = useSession();
  const { order, error, save } = useSavedOrder<Hook>({
    send: (api, { id }, position) => hooks(api).update(id, { position }),
    refreshes: hookReads,
  });
  const rows = order ?? all.filter((hook) => hook.stage === stage);
  return (
    <Section title={say(`stage.${stage}`)} about={say(`stage.${stage}.about`)}>
      {error !== undefined && <ProblemNote error={error} />}
      {rows.length === 0 ? (
        <p className={styles['quiet']}>{say('stage.none')}</p>
      ) : (
        <OrderList
          label={say(`stage.${stage}`)}
          rows={rows}
          idOf={({ id }) => id}
          nameOf={({ name }) => name}
          hrefOf={({ id }) => `/hooks/${id}`}
          onOrder={
            mayCall(session, 'hookUpdate') && rows.length > 1
              ? (next) =>
                  void save(
                    next,
                    positionChanges(next, ({ position }) => position),
                  )
              : undefined
          }
        >
          {({ url, enabled, failureMode }) => (
            <>
              <span className={styles['quiet']}>
                <Verbatim text={url} />
              </span>
              {!enabled && <Badge>{say('off')}</Badge>}
              {failureMode === 'closed' && <Badge state="warning">{say('closed')}</Badge>}
            </>
          )}
        </OrderList>
      )}
    </Section>
  );
}

/** The endpoints that take part in sign-ins and token requests, by stage. */
export function HooksPage() {
  const say = useSay('hooks');
  const session = useSession();
  const query = useQuery(hooksQuery);
  const [isCreating, setIsCreating] = useState(false);
  const mayCreate = mayCall(session, 'hookCreate');
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
            <ShowCode entries={[{ operation: 'hookList', query: { limit: 200 } }]} />
            {create('primary')}
          </>
        }
      />
      <Loaded query={query} lines={10}>
        {({ data }) =>
          data.length === 0 ? (
            <EmptyState why="noneYet" title={say('none.title')} actions={create()}>
              {say('none.text')}
            </EmptyState>
          ) : (
            hookStages.map((stage) => <Stage key={stage} stage={stage} all={data} />)
          )
        }
      </Loaded>
      {isCreating && <CreateHookDialog onClose={() => setIsCreating(false)} />}
    </>
  );
}
