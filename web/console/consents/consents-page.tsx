import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { ConsentSummary } from '@platform/sdk';
import { mayCall } from '../../client/permissions.ts';
import { useSession } from '../../client/session-query.ts';
import { CopyableId } from '../../kit/content/copyable.tsx';
import { ExactTime } from '../../kit/content/time.tsx';
import { Verbatim } from '../../kit/content/verbatim.tsx';
import { Button } from '../../kit/controls/button.tsx';
import { Checkbox } from '../../kit/controls/checkbox.tsx';
import { PageHeader } from '../../kit/frame/page-header.tsx';
import { useSingleKeys } from '../../kit/shortcuts.ts';
import type { Column } from '../../kit/table/columns.ts';
import { currentCursor } from '../../kit/table/cursor-stack.ts';
import { TableToolbar } from '../../kit/table/table-tools.tsx';
import { useSay } from '../../kit/words/words-context.ts';
import { CursorList } from '../../parts/cursor-list.tsx';
import { ListEmpty } from '../../parts/list-empty.tsx';
import { ShowCode } from '../../parts/show-code.tsx';
import { CheckConsentDialog } from './check-consent.tsx';
import { consentsQuery } from './consent-queries.ts';
import { consentsRoute } from './consent-routes.ts';
import { ConsentState } from './consent-state.tsx';
import { PersonField } from './person-field.tsx';
import { RecordConsentDialog } from './record-consent.tsx';

function useColumns(): readonly Column<ConsentSummary>[] {
  const say = useSay('consents');
  return [
    {
      id: 'purpose',
      label: say('column.purpose'),
      cell: ({ purposeName }) => <Verbatim text={purposeName} />,
    },
    {
      id: 'person',
      label: say('column.person'),
      isFact: true,
      cell: ({ subjectId }) => <CopyableId text={subjectId} isShort />,
    },
    {
      id: 'state',
      label: say('column.state'),
      isFact: true,
      cell: (consent) => <ConsentState consent={consent} />,
    },
    {
      id: 'given',
      label: say('column.decided'),
      cell: ({ givenAt }) => <ExactTime at={givenAt} />,
    },
    {
      id: 'expires',
      label: say('column.expires'),
      cell: ({ expiresAt }) => (expiresAt === null ? '—' : <ExactTime at={expiresAt} isDate />),
    },
  ];
}

function Filters() {
  const say = useSay('consents');
  const { subject, again } = consentsRoute.useSearch();
  const navigate = consentsRoute.useNavigate();
  return (
    <TableToolbar>
      <PersonField
        label={say('search')}
        value={subject}
        onChange={(next) => void navigate({ search: { again, subject: next } })}
      />
      <Checkbox
        label={say('again')}
        isSelected={again ?? false}
        onChange={(isSet) => void navigate({ search: { subject, again: isSet || undefined } })}
      />
    </TableToolbar>
  );
}

/** The consents of the tenant, by person. */
export function ConsentsPage() {
  const say = useSay('consents');
  const session = useSession();
  const { subject, again, cursors } = consentsRoute.useSearch();
  const navigate = consentsRoute.useNavigate();
  const [open, setOpen] = useState<'record' | 'check'>();
  const columns = useColumns();
  const filter = {
    ...(subject !== undefined && { subjectId: subject }),
    ...(again && { needsReconsent: true }),
    cursor: cursors && currentCursor(cursors),
  };
  const query = useQuery({ ...consentsQuery(filter), placeholderData: keepPreviousData });
  const mayRecord = mayCall(session, 'consentGrant');
  const record = () => setOpen('record');
  const close = () => setOpen(undefined);
  useSingleKeys(mayRecord ? { c: record } : {});
  return (
    <>
      <PageHeader
        title={say('title')}
        actions={
          <>
            <ShowCode entries={[{ operation: 'consentList', query: filter }]} />
            <Button onPress={() => setOpen('check')}>{say('check')}</Button>
            {mayRecord && (
              <Button kind="primary" onPress={record}>
                {say('record')}
              </Button>
            )}
          </>
        }
      />
      <Filters />
      <CursorList
        label={say('title')}
        columns={columns}
        query={query}
        idOf={({ id }) => id}
        nameOf={({ purposeName }) => purposeName}
        hrefOf={({ id }) => `/privacy/consents/${id}`}
        cursors={cursors}
        onCursors={(next) => void navigate({ search: { subject, again, cursors: next } })}
        shown={(count) => say('shown', { count })}
        empty={
          <ListEmpty
            unfiltered={subject !== undefined || again ? '/privacy/consents' : undefined}
            title={say('none.title')}
            text={say('none.text')}
          />
        }
      />
      {open === 'record' && <RecordConsentDialog subject={subject} onClose={close} />}
      {open === 'check' && <CheckConsentDialog subject={subject} onClose={close} />}
    </>
  );
}
