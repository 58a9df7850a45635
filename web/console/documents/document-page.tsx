import { useQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { isProblem } from '@platform/sdk';
import type { LegalDocument } from '@platform/sdk';
import { Banner } from '../../kit/content/banner.tsx';
import { CopyableId } from '../../kit/content/copyable.tsx';
import { DefinitionList } from '../../kit/content/definition-list.tsx';
import { Section } from '../../kit/content/section.tsx';
import { ExactTime } from '../../kit/content/time.tsx';
import { Verbatim } from '../../kit/content/verbatim.tsx';
import { Link } from '../../kit/controls/link.tsx';
import { Select } from '../../kit/controls/select.tsx';
import { PageHeader } from '../../kit/frame/page-header.tsx';
import { useSay } from '../../kit/words/words-context.ts';
import { Loaded } from '../../parts/loaded.tsx';
import { NotFound } from '../../parts/not-found.tsx';
import { ShowCode } from '../../parts/show-code.tsx';
import { DocumentActions, DocumentState } from '../applications/document-state.tsx';
import { documentQuery, documentsQuery } from './document-queries.ts';
import { documentRoute } from './document-routes.ts';
import { wordDifference } from './word-difference.ts';
import styles from './documents.module.css';

/** The text of a version, with what has changed since another one. */
function Changes({ document, other }: { document: LegalDocument; other: string }) {
  const say = useSay('documents');
  const query = useQuery(documentQuery(document, other));
  return (
    <Loaded query={query} lines={8}>
      {({ content }) => {
        if (content === null || document.content === null)
          return <Banner state="info">{say('elsewhere')}</Banner>;
        const [older, newer] = [content, document.content];
        return (
          <div className={styles['text']} tabIndex={0} role="group" aria-label={say('text')}>
            {wordDifference(older, newer).map(({ kind, text }, index) => {
              if (kind === 'same') return <Verbatim key={index} text={text} />;
              return kind === 'added' ? (
                <ins key={index}>{text}</ins>
              ) : (
                <del key={index}>{text}</del>
              );
            })}
          </div>
        );
      }}
    </Loaded>
  );
}

function Text({ document }: { document: LegalDocument }) {
  const say = useSay('documents');
  const { content, contentUrl } = document;
  if (content !== null)
    return (
      <div className={styles['text']} tabIndex={0} role="group" aria-label={say('text')}>
        {content}
      </div>
    );
  return (
    <p>
      {say('published')} {contentUrl !== null && <Link href={contentUrl}>{contentUrl}</Link>}
    </p>
  );
}

const none = '-';

/** The text, alone or beside another version. */
function Content({ document }: { document: LegalDocument }) {
  const say = useSay('documents');
  const { compare } = documentRoute.useSearch();
  const navigate = documentRoute.useNavigate();
  const { id, locale } = document;
  const versions = useQuery(documentsQuery(document, { locale, limit: 100 }));
  const others = versions.data?.value.data.filter((one) => one.id !== id) ?? [];
  return (
    <Section title={say('text')}>
      {others.length > 0 && (
        <div className={styles['choice']}>
          <Select
            label={say('compare')}
            value={others.some((one) => one.id === compare) ? compare : none}
            onChange={(chosen) =>
              void navigate({ search: chosen === none ? {} : { compare: chosen }, replace: true })
            }
            choices={[
              { id: none, label: say('compare.none') },
              ...others.map(({ id: other, version, title }) => ({
                id: other,
                label: `v${version} · ${title}`,
              })),
            ]}
          />
        </div>
      )}
      {compare === undefined ? (
        <Text document={document} />
      ) : (
        <Changes document={document} other={compare} />
      )}
    </Section>
  );
}

function Facts({ document }: { document: LegalDocument }) {
  const say = useSay('documents');
  const sayApplication = useSay('applications');
  const { clientId, docType, locale, sha256, changeSummary, requiresReconsent } = document;
  const time = (term: string, at: string | null) =>
    at === null ? [] : [{ term, value: <ExactTime at={at} /> }];
  return (
    <DefinitionList
      entries={[
        {
          term: say('application'),
          value: (
            <Link href={`/applications/${encodeURIComponent(clientId)}/documents?type=${docType}`}>
              {clientId}
            </Link>
          ),
        },
        { term: sayApplication('document.type'), value: docType },
        { term: sayApplication('document.locale'), value: locale },
        ...time(sayApplication('document.since'), document.activatedAt),
        ...time(say('effectiveAt'), document.effectiveAt),
        ...time(say('retiredAt'), document.retiredAt),
        {
          term: sayApplication('document.again'),
          value: say(requiresReconsent ? 'yes' : 'no'),
        },
        { term: say('referenced'), value: say(document.referencedByConsents ? 'yes' : 'no') },
        { term: say('purposes'), value: document.purposeKeys.join(', ') || '—' },
        ...(changeSummary === null
          ? []
          : [
              {
                term: sayApplication('document.changes'),
                value: <Verbatim text={changeSummary} />,
              },
            ]),
        { term: 'SHA-256', value: <CopyableId text={sha256} isShort /> },
      ]}
    />
  );
}

/** A version of a legal document. */
export function DocumentPage() {
  const say = useSay('documents');
  const navigate = useNavigate();
  const { clientId, docType, documentId } = documentRoute.useParams();
  const query = useQuery(documentQuery({ clientId, docType }, documentId));
  if (isProblem(query.error, 'not_found', 'invalid_parameter')) return <NotFound />;
  const list = { app: clientId, type: docType };
  return (
    <Loaded query={query} lines={10}>
      {(document) => (
        <>
          <PageHeader
            crumbs={[
              {
                href: `/privacy/documents?app=${encodeURIComponent(clientId)}&type=${docType}`,
                label: say('title'),
              },
            ]}
            title={document.title}
            status={<DocumentState state={document.state} />}
            meta={
              <>
                {document.versionLabel ?? `v${document.version}`} ·{' '}
                <CopyableId text={document.id} isShort />
              </>
            }
            actions={
              <>
                <ShowCode
                  entries={[
                    {
                      operation: 'legalDocumentsGet',
                      parameters: [clientId, docType, documentId],
                    },
                  ]}
                />
                <DocumentActions
                  document={document}
                  onDeleted={() => void navigate({ to: '/privacy/documents', search: list })}
                />
              </>
            }
          />
          <div className={styles['stack']}>
            <Facts document={document} />
            <Content document={document} />
          </div>
        </>
      )}
    </Loaded>
  );
}
