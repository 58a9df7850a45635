import { useQuery } from '@tanstack/react-query';
import { isProblem } from '@platform/sdk';
import type { Consent } from '@platform/sdk';
import { Banner } from '../../kit/content/banner.tsx';
import { CopyableId } from '../../kit/content/copyable.tsx';
import { DefinitionList } from '../../kit/content/definition-list.tsx';
import { Section } from '../../kit/content/section.tsx';
import { ExactTime } from '../../kit/content/time.tsx';
import { Verbatim } from '../../kit/content/verbatim.tsx';
import { Link } from '../../kit/controls/link.tsx';
import { PageHeader } from '../../kit/frame/page-header.tsx';
import type { Column } from '../../kit/table/columns.ts';
import { DataTable } from '../../kit/table/data-table.tsx';
import { useSay } from '../../kit/words/words-context.ts';
import { Loaded } from '../../parts/loaded.tsx';
import { NotFound } from '../../parts/not-found.tsx';
import { ConsentActions } from './consent-actions.tsx';
import { consentQuery } from './consent-queries.ts';
import { ConsentReceiptSection } from './consent-receipt.tsx';
import { consentRoute } from './consent-routes.ts';
import { ConsentState } from './consent-state.tsx';
import styles from './consents.module.css';

type Entry = Consent['history'][number];

function Facts({ consent }: { consent: Consent }) {
  const say = useSay('consents');
  const { subjectId, purposeKey, version, evidence } = consent;
  const person = <CopyableId text={subjectId} />;
  const optional = (term: string, at: string | null) =>
    at === null ? [] : [{ term, value: <ExactTime at={at} /> }];
  return (
    <DefinitionList
      entries={[
        {
          term: say('column.person'),
          value: subjectId.startsWith('usr_') ? (
            <>
              {person} <Link href={`/users/${subjectId}`}>{say('openUser')}</Link>
            </>
          ) : (
            person
          ),
        },
        {
          term: say('column.purpose'),
          value: (
            <>
              <Link href={`/privacy/purposes/${encodeURIComponent(purposeKey)}`}>{purposeKey}</Link>{' '}
              {say('version', { version })}
            </>
          ),
        },
        { term: say('field.legalBasis'), value: say(`legalBasis.${consent.legalBasis}`) },
        {
          term: say('field.collectionMethod'),
          value: say(`collectionMethod.${consent.collectionMethod}`),
        },
        { term: say('column.decided'), value: <ExactTime at={consent.givenAt} /> },
        ...optional(say('column.expires'), consent.expiresAt),
        ...optional(say('withdrawnAt'), consent.withdrawnAt),
        ...(evidence.statement === undefined
          ? []
          : [
              {
                term: say('field.evidence.statement'),
                value: <Verbatim text={evidence.statement} />,
              },
            ]),
      ]}
    />
  );
}

function History({ consent }: { consent: Consent }) {
  const say = useSay('consents');
  const columns: readonly Column<Entry>[] = [
    { id: 'change', label: say('history.change'), cell: ({ change }) => say(`change.${change}`) },
    { id: 'at', label: say('history.at'), isFact: true, cell: ({ at }) => <ExactTime at={at} /> },
    {
      id: 'version',
      label: say('history.version'),
      cell: ({ version }) => say('version', { version }),
    },
    {
      id: 'reason',
      label: say('field.reason'),
      cell: ({ reason }) => (reason === null ? '—' : <Verbatim text={reason} />),
    },
    {
      id: 'hash',
      label: say('history.hash'),
      cell: ({ hash }) => <CopyableId text={hash} isShort />,
    },
  ];
  return (
    <Section title={say('history')} about={say('history.about')}>
      <DataTable
        label={say('history')}
        columns={columns}
        rows={consent.history}
        idOf={({ id }) => id}
        nameOf={({ id }) => id}
        empty={null}
      />
    </Section>
  );
}

/** A consent with its history and its receipt. */
export function ConsentPage() {
  const say = useSay('consents');
  const { consentId } = consentRoute.useParams();
  const query = useQuery(consentQuery(consentId));
  if (isProblem(query.error, 'not_found', 'invalid_parameter')) return <NotFound />;
  return (
    <Loaded query={query} lines={8}>
      {(consent) => (
        <>
          <PageHeader
            crumbs={[{ href: '/privacy/consents', label: say('title') }]}
            title={consent.purposeName}
            status={<ConsentState consent={consent} />}
            meta={<CopyableId text={consent.id} isShort />}
            actions={<ConsentActions consent={consent} />}
          />
          <div className={styles['stack']}>
            {consent.reconsentReasons.map((reason) => (
              <Banner key={reason} state="warning">
                {say(`reconsent.${reason}`)}
              </Banner>
            ))}
            <Facts consent={consent} />
            <ConsentReceiptSection consent={consent} />
            <History consent={consent} />
          </div>
        </>
      )}
    </Loaded>
  );
}
