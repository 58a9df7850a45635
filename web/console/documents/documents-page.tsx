import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { LegalDocumentSummary } from '@platform/sdk';
import { mayCall } from '../../client/permissions.ts';
import { useSession } from '../../client/session-query.ts';
import { useWebClient } from '../../client/web-client.ts';
import { ExactTime } from '../../kit/content/time.tsx';
import { Verbatim } from '../../kit/content/verbatim.tsx';
import { Button } from '../../kit/controls/button.tsx';
import { ComboBox } from '../../kit/controls/combo-box.tsx';
import { Select } from '../../kit/controls/select.tsx';
import { PageHeader } from '../../kit/frame/page-header.tsx';
import { useSingleKeys } from '../../kit/shortcuts.ts';
import type { Column } from '../../kit/table/columns.ts';
import { currentCursor } from '../../kit/table/cursor-stack.ts';
import { DataTable } from '../../kit/table/data-table.tsx';
import { TableToolbar } from '../../kit/table/table-tools.tsx';
import { useSay } from '../../kit/words/words-context.ts';
import { CursorList } from '../../parts/cursor-list.tsx';
import { ListEmpty } from '../../parts/list-empty.tsx';
import { Loaded } from '../../parts/loaded.tsx';
import { SearchBox } from '../../parts/search-box.tsx';
import { ShowCode } from '../../parts/show-code.tsx';
import { CreateDocument } from '../applications/create-document.tsx';
import { DocumentState, documentHref, documentTypes } from '../applications/document-state.tsx';
import { applicationsQuery, documentsQuery, findApplications } from './document-queries.ts';
import { documentsRoute } from './document-routes.ts';

function useColumns(): readonly Column<LegalDocumentSummary>[] {
  const say = useSay('applications');
  return [
    { id: 'title', label: say('document.title'), cell: ({ title }) => <Verbatim text={title} /> },
    {
      id: 'state',
      label: say('status'),
      isFact: true,
      cell: ({ state }) => <DocumentState state={state} />,
    },
    {
      id: 'version',
      label: say('document.version'),
      isFact: true,
      cell: ({ version, versionLabel }) => versionLabel ?? `v${version}`,
    },
    { id: 'locale', label: say('document.locale'), cell: ({ locale }) => locale },
    {
      id: 'activated',
      label: say('document.since'),
      cell: ({ activatedAt }) => (activatedAt ? <ExactTime at={activatedAt} /> : '—'),
    },
  ];
}

function Filters() {
  const say = useSay('documents');
  const sayApplication = useSay('applications');
  const { api } = useWebClient();
  const { app, type = documentTypes[0], locale } = documentsRoute.useSearch();
  const navigate = documentsRoute.useNavigate();
  const { data } = useQuery(applicationsQuery);
  const name = data?.value.data.find(({ clientId }) => clientId === app)?.name;
  return (
    <TableToolbar>
      <ComboBox
        label={say('application')}
        isOptional
        value={app === undefined ? null : { id: app, label: name ?? app }}
        onChange={(choice) => void navigate({ search: { app: choice?.id, type, locale } })}
        search={(text, signal) => findApplications(api, text, signal)}
      />
      <Select
        label={sayApplication('document.type')}
        value={type}
        onChange={(chosen) => void navigate({ search: { app, locale, type: chosen } })}
        choices={[
          ...documentTypes.map((id) => ({
            id: id as string,
            label: sayApplication(`docType.${id}`),
          })),
          // A type of the tenant's own, from an address.
          ...(documentTypes.some((one) => one === type) ? [] : [{ id: type, label: type }]),
        ]}
      />
      {app !== undefined && (
        <SearchBox
          label={sayApplication('document.locale')}
          value={locale}
          minLetters={2}
          onChange={(next) => void navigate({ search: { app, type, locale: next } })}
        />
      )}
    </TableToolbar>
  );
}

/** The applications that documents belong to. */
function Applications() {
  const say = useSay('documents');
  const query = useQuery(applicationsQuery);
  const { type = documentTypes[0] } = documentsRoute.useSearch();
  return (
    <Loaded query={query} lines={6}>
      {({ data }) => (
        <DataTable
          label={say('applications')}
          columns={[
            { id: 'name', label: say('application'), cell: ({ name }) => <Verbatim text={name} /> },
            {
              id: 'id',
              label: 'ID',
              isFact: true,
              cell: ({ clientId }) => <code>{clientId}</code>,
            },
          ]}
          rows={data}
          idOf={({ clientId }) => clientId}
          nameOf={({ name }) => name}
          hrefOf={({ clientId }) =>
            `/privacy/documents?app=${encodeURIComponent(clientId)}&type=${encodeURIComponent(type)}`
          }
          empty={
            <ListEmpty title={say('noApplications.title')} text={say('noApplications.text')} />
          }
        />
      )}
    </Loaded>
  );
}

function Versions({
  clientId,
  onCreate,
}: {
  clientId: string;
  onCreate: (() => void) | undefined;
}) {
  const say = useSay('applications');
  const { type = documentTypes[0], locale, cursors } = documentsRoute.useSearch();
  const navigate = documentsRoute.useNavigate();
  const columns = useColumns();
  const filter = { ...(locale && { locale }), cursor: cursors && currentCursor(cursors) };
  const query = useQuery({
    ...documentsQuery({ clientId, docType: type }, filter),
    placeholderData: keepPreviousData,
  });
  return (
    <CursorList
      label={say('tab.documents')}
      columns={columns}
      query={query}
      idOf={({ id }) => id}
      nameOf={({ title }) => title}
      hrefOf={documentHref}
      cursors={cursors}
      onCursors={(next) =>
        void navigate({ search: { app: clientId, type, locale, cursors: next } })
      }
      empty={
        <ListEmpty
          unfiltered={
            locale && `/privacy/documents?app=${encodeURIComponent(clientId)}&type=${type}`
          }
          title={say('noDocuments.title')}
          text={say('noDocuments.text')}
          actions={onCreate && <Button onPress={onCreate}>{say('document.create')}</Button>}
        />
      }
    />
  );
}

/** The legal documents of all applications. */
export function DocumentsPage() {
  const say = useSay('documents');
  const sayApplication = useSay('applications');
  const session = useSession();
  const { app, type = documentTypes[0] } = documentsRoute.useSearch();
  const [isCreating, setIsCreating] = useState(false);
  const mayCreate = app !== undefined && mayCall(session, 'legalDocumentsCreate');
  const create = mayCreate ? () => setIsCreating(true) : undefined;
  useSingleKeys(create ? { c: create } : {});
  return (
    <>
      <PageHeader
        title={say('title')}
        actions={
          <>
            <ShowCode
              entries={[{ operation: 'legalDocumentsList', parameters: [app ?? 'client', type] }]}
            />
            {create && (
              <Button kind="primary" onPress={create}>
                {sayApplication('document.create')}
              </Button>
            )}
          </>
        }
      />
      <Filters />
      {app === undefined ? <Applications /> : <Versions clientId={app} onCreate={create} />}
      {isCreating && app !== undefined && (
        <CreateDocument clientId={app} type={type} onClose={() => setIsCreating(false)} />
      )}
    </>
  );
}
