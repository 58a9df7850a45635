import { useQuery } from '@tanstack/react-query';
import { isProblem } from '@platform/sdk';
import type { AuditRecord } from '@platform/sdk';
import { Code } from '../../kit/code/code.tsx';
import { CopyableId } from '../../kit/content/copyable.tsx';
import { DefinitionList } from '../../kit/content/definition-list.tsx';
import type { Definition } from '../../kit/content/definition-list.tsx';
import { Section } from '../../kit/content/section.tsx';
import { ExactTime } from '../../kit/content/time.tsx';
import { Verbatim } from '../../kit/content/verbatim.tsx';
import { PageHeader } from '../../kit/frame/page-header.tsx';
import { useSay } from '../../kit/words/words-context.ts';
import { Loaded } from '../../parts/loaded.tsx';
import { NotFound } from '../../parts/not-found.tsx';
import { ShowCode } from '../../parts/show-code.tsx';
import { auditRecordQuery } from './audit-queries.ts';
import { auditRecordRoute } from './audit-routes.ts';
import { AuditOutcome } from './audit-outcome.tsx';
import { useAuditWords } from './audit-words.ts';

/** The properties that a record has a value for. */
function useFacts(record: AuditRecord): Definition[] {
  const say = useSay('audit');
  const { actorOf } = useAuditWords();
  const { actor, subject } = record;
  const facts: readonly (Definition | null)[] = [
    { term: say('detail.operation'), value: <code>{record.operationId}</code> },
    { term: say('column.outcome'), value: <AuditOutcome outcome={record.outcome} /> },
    record.code === null ? null : { term: say('detail.code'), value: <code>{record.code}</code> },
    { term: say('column.time'), value: <ExactTime at={record.occurredAt} /> },
    {
      term: say('column.actor'),
      value: (
        <>
          <Verbatim text={actorOf(actor)} /> <CopyableId text={actor.id} />
        </>
      ),
    },
    actor.clientId === null
      ? null
      : { term: say('detail.client'), value: <CopyableId text={actor.clientId} /> },
    { term: say('column.subject'), value: <CopyableId text={subject.id} /> },
    record.organizationId === null
      ? null
      : { term: say('detail.organization'), value: <CopyableId text={record.organizationId} /> },
    record.sourceIp === null ? null : { term: say('column.from'), value: record.sourceIp },
    record.userAgent === null
      ? null
      : { term: say('detail.userAgent'), value: <Verbatim text={record.userAgent} /> },
    record.requestId === null
      ? null
      : { term: say('detail.request'), value: <CopyableId text={record.requestId} /> },
    record.changed.length === 0
      ? null
      : { term: say('detail.changed'), value: <code>{record.changed.join(', ')}</code> },
    record.erasedParts.length === 0
      ? null
      : { term: say('detail.erased'), value: record.erasedParts.join(', ') },
    { term: say('detail.recorded'), value: <ExactTime at={record.recordedAt} /> },
    {
      term: say('detail.sealed'),
      value: say(record.sealed ? 'detail.sealed.yes' : 'detail.sealed.no'),
    },
    { term: say('detail.hash'), value: <CopyableId text={record.hash} /> },
  ];
  return facts.filter((fact) => fact !== null);
}

function Record({ record }: { record: AuditRecord }) {
  const say = useSay('audit');
  const { operationOf } = useAuditWords();
  const facts = useFacts(record);
  return (
    <>
      <PageHeader
        crumbs={[{ href: '/audit', label: say('title') }]}
        title={operationOf(record.operationId)}
        meta={say('record', { seq: record.seq })}
        actions={
          <ShowCode entries={[{ operation: 'auditRecordGet', parameters: [String(record.seq)] }]} />
        }
      />
      <DefinitionList entries={facts} />
      {record.details && (
        <Section title={say('detail.details')}>
          <Code
            code={JSON.stringify(record.details, null, 2)}
            language="json"
            label={`${say('detail.details')} (JSON)`}
          />
        </Section>
      )}
    </>
  );
}

/** A record of the audit log. */
export function AuditRecordPage() {
  const { seq } = auditRecordRoute.useParams();
  const query = useQuery(auditRecordQuery(seq));
  if (isProblem(query.error, 'not_found', 'invalid_parameter')) return <NotFound />;
  return (
    <Loaded query={query} lines={10}>
      {(record) => <Record record={record} />}
    </Loaded>
  );
}
