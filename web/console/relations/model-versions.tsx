import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { FgaModelSummary } from '@platform/sdk';
import { Badge } from '../../kit/content/badge.tsx';
import { RelativeTime } from '../../kit/content/time.tsx';
import type { Column } from '../../kit/table/columns.ts';
import { currentCursor } from '../../kit/table/cursor-stack.ts';
import type { CursorStack } from '../../kit/table/cursor-stack.ts';
import { DataTable } from '../../kit/table/data-table.tsx';
import { useSay } from '../../kit/words/words-context.ts';
import { CursorPager } from '../../parts/cursor-pager.tsx';
import { ListEmpty } from '../../parts/list-empty.tsx';
import { Loaded } from '../../parts/loaded.tsx';
import { modelsQuery } from './relation-queries.ts';
import styles from './relations.module.css';

function useColumns(): readonly Column<FgaModelSummary>[] {
  const say = useSay('relations');
  return [
    {
      id: 'id',
      label: say('column.version'),
      cell: ({ id, active }) => (
        <>
          <bdi className={styles['code']}>{id}</bdi>{' '}
          {active && <Badge state="ok">{say('version.active')}</Badge>}
        </>
      ),
    },
    {
      id: 'description',
      label: say('column.description'),
      isFact: true,
      cell: ({ description }) => description,
    },
    {
      id: 'created',
      label: say('column.created'),
      isFact: true,
      cell: ({ createdAt }) => <RelativeTime at={createdAt} />,
    },
    {
      id: 'activated',
      label: say('column.activated'),
      cell: ({ activatedAt }) => activatedAt && <RelativeTime at={activatedAt} />,
    },
    {
      id: 'by',
      label: say('column.actor'),
      cell: ({ createdBy }) => <bdi className={styles['code']}>{createdBy.id}</bdi>,
    },
  ];
}

/** The versions of the model, newest first. */
export function ModelVersions() {
  const say = useSay('relations');
  const [cursors, setCursors] = useState<CursorStack>([]);
  const columns = useColumns();
  const query = useQuery({
    ...modelsQuery({ cursor: currentCursor(cursors) }),
    placeholderData: keepPreviousData,
  });
  return (
    <Loaded query={query} lines={6}>
      {(page) => (
        <>
          <DataTable
            label={say('tab.versions')}
            columns={columns}
            rows={page.data}
            idOf={({ id }) => id}
            nameOf={({ id }) => id}
            hrefOf={({ id }) => `/access/model?version=${id}`}
            empty={<ListEmpty title={say('noModel.title')} text={say('noModel.text')} />}
          />
          <CursorPager cursors={cursors} page={page} onChange={setCursors} />
        </>
      )}
    </Loaded>
  );
}
