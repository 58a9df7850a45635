import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { LegalDocumentSummary } from '@platform/sdk';
import { mayCall } from '../../client/permissions.ts';
import { useSession } from '../../client/session-query.ts';
import { EmptyState } from '../../kit/content/empty-state.tsx';
import { Section } from '../../kit/content/section.tsx';
import { ExactTime } from '../../kit/content/time.tsx';
import { Verbatim } from '../../kit/content/verbatim.tsx';
import { Button } from '../../kit/controls/button.tsx';
import { Select } from '../../kit/controls/select.tsx';
import type { Column } from '../../kit/table/columns.ts';
import { DataTable } from '../../kit/table/data-table.tsx';
import { TableToolbar } from '../../kit/table/table-tools.tsx';
import { useSay } from '../../kit/words/words-context.ts';
import { Loaded } from '../../parts/loaded.tsx';
import { ShowCode } from '../../parts/show-code.tsx';
import { documentsQuery } from './application-queries.ts';
import { documentsRoute } from './application-routes.ts';
import { DocumentActions, DocumentState, documentHref, documentTypes } from './document-state.tsx';
import { CreateDocument } from './create-document.tsx';

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
      cell: ({ version, versionLabel }) => versionLabel ?? `v${version}`,
    },
    { id: 'locale', label: say('document.locale'), cell: ({ locale }) => locale },
    {
      id: 'activated',
      label: say('document.since'),
      cell: ({ activatedAt }) => (activatedAt ? <ExactTime at={activatedAt} /> : '—'),
    },
    {
      id: 'actions',
      label: say('actions'),
      isFact: true,
      cell: (document) => <DocumentActions document={document} />,
    },
  ];
}

/** The legal documents that users of an application agree to. */
export function ApplicationDocuments() {
  const say = useSay('applications');
  const session = useSession();
  const { clientId } = documentsRoute.useParams();
  const { type = documentTypes[0] } = documentsRoute.useSearch();
  const navigate = documentsRoute.useNavigate();
  const query = useQuery(documentsQuery(clientId, type));
  const columns = useColumns();
  const [isCreating, setIsCreating] = useState(false);
  const create = mayCall(session, 'legalDocumentsCreate') && (
    <Button onPress={() => setIsCreating(true)}>{say('document.create')}</Button>
  );
  return (
    <Section
      title={say('tab.documents')}
      about={say('documents.about')}
      actions={
        <>
          <ShowCode entries={[{ operation: 'legalDocumentsList', parameters: [clientId, type] }]} />
          {create}
        </>
      }
    >
      <TableToolbar>
        <Select
          label={say('document.type')}
          value={type}
          onChange={(chosen) => void navigate({ search: { type: chosen } })}
          choices={[
            ...documentTypes.map((id) => ({ id: id as string, label: say(`docType.${id}`) })),
            // A type of the tenant's own, from an address.
            ...(documentTypes.some((one) => one === type) ? [] : [{ id: type, label: type }]),
          ]}
        />
      </TableToolbar>
      <Loaded query={query} lines={3}>
        {({ data }) => (
          <DataTable
            label={say('tab.documents')}
            columns={columns}
            rows={data}
            idOf={({ id }) => id}
            nameOf={({ title }) => title}
            hrefOf={documentHref}
            empty={
              <EmptyState why="noneYet" level={3} title={say('noDocuments.title')} actions={create}>
                {say('noDocuments.text')}
              </EmptyState>
            }
          />
        )}
      </Loaded>
      {isCreating && (
        <CreateDocument clientId={clientId} type={type} onClose={() => setIsCreating(false)} />
      )}
    </Section>
  );
}
