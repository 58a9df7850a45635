import { keepPreviousData, useQuery } from '@tanstack/react-query';
import type { AuditRecord } from '@platform/sdk';
import { mayCall } from '../../client/permissions.ts';
import { useSession } from '../../client/session-query.ts';
import { EmptyState } from '../../kit/content/empty-state.tsx';
import { ButtonLink } from '../../kit/controls/button.tsx';
import { Select } from '../../kit/controls/select.tsx';
import { PageHeader } from '../../kit/frame/page-header.tsx';
import { currentCursor } from '../../kit/table/cursor-stack.ts';
import { DataTable } from '../../kit/table/data-table.tsx';
import { TableToolbar } from '../../kit/table/table-tools.tsx';
import { useSay } from '../../kit/words/words-context.ts';
import { CursorPager, useExpiredCursor } from '../../parts/cursor-pager.tsx';
import { Loaded } from '../../parts/loaded.tsx';
import { SearchBox } from '../../parts/search-box.tsx';
import { ShowCode } from '../../parts/show-code.tsx';
import { AuditExports } from './audit-exports.tsx';
import { auditRecordsQuery } from './audit-queries.ts';
import { auditOutcomes, auditRoute } from './audit-routes.ts';
import { AuditIntegrity } from './audit-integrity.tsx';
import { useAuditColumns } from './audit-columns.tsx';
import styles from './audit.module.css';

/** Who has done what, with the proof that nothing has been changed since. */
export function AuditPage() {
  const say = useSay('audit');
  const session = useSession();
  const search = auditRoute.useSearch();
  const navigate = auditRoute.useNavigate();
  const { operation, actor, subject, outcome, cursors } = search;
  const columns = useAuditColumns();
  const filter = {
    operationId: operation,
    actorId: actor,
    subjectId: subject,
    outcome,
    cursor: cursors && currentCursor(cursors),
  };
  const query = useQuery({ ...auditRecordsQuery(filter), placeholderData: keepPreviousData });
  const onFilter = (change: Partial<typeof search>) =>
    void navigate({ search: { ...search, cursors: undefined, ...change }, replace: true });
  useExpiredCursor(query.error, cursors, () => onFilter({}));
  const isFiltered = Boolean(operation ?? actor ?? subject ?? outcome);
  const table = {
    label: say('title'),
    columns,
    idOf: ({ id }: AuditRecord) => id,
    nameOf: ({ operationId }: AuditRecord) => operationId,
    hrefOf: ({ seq }: AuditRecord) => `/audit/${seq}`,
  };
  return (
    <>
      <PageHeader
        title={say('title')}
        actions={
          <ShowCode
            entries={[
              { operation: 'auditRecordList', query: filter },
              { operation: 'auditVerificationCreate' },
            ]}
          />
        }
      />
      {mayCall(session, 'auditLogGet') && (
        <div className={styles['above']}>
          <AuditIntegrity
            verification={search.verification}
            onStarted={(verification) => void navigate({ search: { ...search, verification } })}
          />
        </div>
      )}
      <TableToolbar>
        <SearchBox
          label={say('filter.operation')}
          value={operation}
          onChange={(text) => onFilter({ operation: text })}
        />
        <SearchBox
          label={say('filter.actor')}
          value={actor}
          onChange={(text) => onFilter({ actor: text })}
        />
        <SearchBox
          label={say('filter.subject')}
          value={subject}
          onChange={(text) => onFilter({ subject: text })}
        />
        <Select
          label={say('column.outcome')}
          value={outcome ?? 'all'}
          onChange={(id) => onFilter({ outcome: auditOutcomes.find((one) => one === id) })}
          choices={[
            { id: 'all', label: say('outcome.all') },
            ...auditOutcomes.map((id) => ({ id, label: say(`outcome.${id}`) })),
          ]}
        />
      </TableToolbar>
      <Loaded
        query={query}
        loading={<DataTable {...table} rows={[]} isLoading empty={undefined} />}
      >
        {(page) => (
          <>
            <DataTable
              {...table}
              rows={page.data}
              empty={
                <EmptyState
                  why={isFiltered ? 'noneMatch' : 'noneYet'}
                  title={say(isFiltered ? 'noneMatch.title' : 'noneYet.title')}
                  actions={isFiltered && <ButtonLink href="/audit">{say('clear')}</ButtonLink>}
                >
                  {say(isFiltered ? 'noneMatch.text' : 'noneYet.text')}
                </EmptyState>
              }
            />
            <CursorPager
              cursors={cursors}
              page={page}
              onChange={(next) => void navigate({ search: { ...search, cursors: next } })}
            >
              {page.data.length > 0 && say('shown', { count: page.data.length })}
            </CursorPager>
          </>
        )}
      </Loaded>
      {mayCall(session, 'auditExportList') && <AuditExports />}
    </>
  );
}
