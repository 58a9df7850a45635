import { useQuery } from '@tanstack/react-query';
import { isProblem } from '@platform/sdk';
import type { Event } from '@platform/sdk';
import { mayCall } from '../../client/permissions.ts';
import { useSession } from '../../client/session-query.ts';
import { Code } from '../../kit/code/code.tsx';
import { CopyableId } from '../../kit/content/copyable.tsx';
import { DefinitionList } from '../../kit/content/definition-list.tsx';
import { Section } from '../../kit/content/section.tsx';
import { ExactTime } from '../../kit/content/time.tsx';
import { ButtonLink } from '../../kit/controls/button.tsx';
import { PageHeader } from '../../kit/frame/page-header.tsx';
import { useSay } from '../../kit/words/words-context.ts';
import { Loaded } from '../../parts/loaded.tsx';
import { NotFound } from '../../parts/not-found.tsx';
import { ShowCode } from '../../parts/show-code.tsx';
import { eventQuery } from './event-queries.ts';
import { eventRoute } from './event-routes.ts';
import { useEventWords } from './event-words.ts';
import styles from './events.module.css';

function Facts({ event }: { event: Event }) {
  const say = useSay('events');
  const { user } = useSession();
  const { actorOf } = useEventWords(user.id);
  const { type, occurredAt, actor, subject, organizationId, schemaVersion } = event;
  return (
    <DefinitionList
      entries={[
        { term: say('detail.type'), value: <code>{type}</code> },
        { term: say('detail.occurred'), value: <ExactTime at={occurredAt} /> },
        {
          term: say('detail.actor'),
          value: (
            <span className={styles['stack']}>
              {actorOf(actor)}
              <CopyableId text={actor.id} />
            </span>
          ),
        },
        {
          term: say('detail.subject'),
          value: (
            <span className={styles['stack']}>
              {subject.type}
              <CopyableId text={subject.id} />
            </span>
          ),
        },
        ...(organizationId === null
          ? []
          : [{ term: say('column.organization'), value: <CopyableId text={organizationId} /> }]),
        { term: say('detail.version'), value: schemaVersion },
      ]}
    />
  );
}

/** An event with its payload, as receivers of it get it. */
export function EventPage() {
  const say = useSay('events');
  const session = useSession();
  const { nameOf } = useEventWords();
  const { eventId } = eventRoute.useParams();
  const query = useQuery(eventQuery(eventId));
  if (isProblem(query.error, 'not_found', 'invalid_parameter')) return <NotFound />;
  return (
    <Loaded query={query} lines={8}>
      {(event) => (
        <>
          <PageHeader
            crumbs={[{ href: '/events', label: say('title') }]}
            title={nameOf(event.type)}
            meta={<CopyableId text={event.id} label={say('copyId')} isShort />}
            actions={
              <>
                <ShowCode entries={[{ operation: 'eventsGet', parameters: [eventId] }]} />
                {mayCall(session, 'auditRecordList') && (
                  <ButtonLink href={`/audit?subject=${encodeURIComponent(event.subject.id)}`}>
                    {say('audit')}
                  </ButtonLink>
                )}
              </>
            }
          />
          <Facts event={event} />
          <Section title={say('detail.data')}>
            <Code
              code={JSON.stringify(event.data, null, 2)}
              language="json"
              label={`${say('detail.data')} (JSON)`}
            />
          </Section>
        </>
      )}
    </Loaded>
  );
}
