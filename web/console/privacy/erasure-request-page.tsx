import { useQuery } from '@tanstack/react-query';
import { erasureRequests, isProblem } from '@platform/sdk';
import type { ErasureRequest } from '@platform/sdk';
import { mayCall } from '../../client/permissions.ts';
import { useSession } from '../../client/session-query.ts';
import { useWebClient } from '../../client/web-client.ts';
import { useWrite } from '../../client/write.ts';
import { Banner } from '../../kit/content/banner.tsx';
import { StatusDot } from '../../kit/content/badge.tsx';
import { CopyableId } from '../../kit/content/copyable.tsx';
import { DefinitionList } from '../../kit/content/definition-list.tsx';
import { Section } from '../../kit/content/section.tsx';
import { saveAsFile } from '../../kit/content/take-away.ts';
import { ExactTime } from '../../kit/content/time.tsx';
import { PageHeader } from '../../kit/frame/page-header.tsx';
import { useSay } from '../../kit/words/words-context.ts';
import { Loaded } from '../../parts/loaded.tsx';
import { NotFound } from '../../parts/not-found.tsx';
import { ShowCode } from '../../parts/show-code.tsx';
import { ErasureHolds } from './erasure-holds.tsx';
import { isEnded } from './inbox.ts';
import { ActionButton, CancelButton } from './request-actions.tsx';
import { erasureParts, RequestParts } from './request-parts.tsx';
import { erasureRequestQuery, requestReads } from './request-queries.ts';
import { erasureRequestRoute } from './request-routes.ts';
import { DueDate, RequestState } from './request-state.tsx';
import styles from './privacy.module.css';

/** The way of a request: what has happened, and what comes. */
function Timeline({ request }: { request: ErasureRequest }) {
  const say = useSay('privacy');
  const steps = [
    ['timeline.received', request.receivedAt],
    ['timeline.deactivated', request.deactivatedAt],
    ['timeline.grace', request.graceEndsAt],
    ['timeline.held', request.heldSince],
    ['timeline.deferred', request.deferredAt],
    ['timeline.erasing', request.erasureStartedAt],
    ['timeline.erased', request.completedAt],
    ['timeline.cancelled', request.cancelledAt],
  ] as const;
  return (
    <Section title={say('timeline')}>
      <ol className={styles['timeline']}>
        {steps.map(
          ([key, at]) =>
            at !== null && (
              <li key={key}>
                <StatusDot state={Date.parse(at) <= Date.now() ? 'ok' : 'neutral'}>
                  {say(key)}
                </StatusDot>
                <span className={styles['quiet']}>
                  <ExactTime at={at} />
                </span>
              </li>
            ),
        )}
      </ol>
    </Section>
  );
}

const cancellable = ['RECEIVED', 'DEACTIVATING', 'DEACTIVATED', 'HELD', 'DEFERRED'];

function Actions({ request }: { request: ErasureRequest }) {
  const say = useSay('privacy');
  const session = useSession();
  const { api } = useWebClient();
  const { id, state, certificateAvailable } = request;
  const cancel = useWrite(
    (client, _: undefined, key) => erasureRequests(client).cancel(id, {}, key),
    { refreshes: requestReads },
  );
  async function certificate(): Promise<void> {
    const { jws } = await erasureRequests(api).getCertificate(id);
    saveAsFile(jws, { name: `${id}.jws`, type: 'application/jose' });
  }
  return (
    <>
      <ShowCode entries={[{ operation: 'erasureRequestStatus', parameters: [id] }]} />
      {cancellable.includes(state) && mayCall(session, 'erasureRequestCancel') && (
        <CancelButton path="erasure" cancel={cancel} />
      )}
      {certificateAvailable && (
        <ActionButton isPrimary run={certificate}>
          {say('certificate')}
        </ActionButton>
      )}
    </>
  );
}

/** A request for the erasure of a person. */
export function ErasureRequestPage() {
  const say = useSay('privacy');
  const { requestId } = erasureRequestRoute.useParams();
  const query = useQuery({
    ...erasureRequestQuery(requestId),
    refetchInterval: ({ state }) => (state.data && isEnded(state.data.value) ? false : 3_000),
  });
  if (isProblem(query.error, 'not_found', 'invalid_parameter')) return <NotFound />;
  return (
    <Loaded query={query} lines={8}>
      {(request) => (
        <>
          <PageHeader
            crumbs={[{ href: '/privacy/requests', label: say('title') }]}
            title={say('kind.erasure')}
            status={<RequestState state={request.state} />}
            meta={<CopyableId text={request.id} label={say('copyId')} isShort />}
            actions={<Actions request={request} />}
          />
          {request.stalled && <Banner state="warning">{say('stalled')}</Banner>}
          <DefinitionList
            entries={[
              {
                term: say('column.subject'),
                value:
                  request.subject.userId === null ? (
                    say('unknownPerson')
                  ) : (
                    <CopyableId text={request.subject.userId} />
                  ),
              },
              { term: say('field.requestedBy'), value: say(`requestedBy.${request.requestedBy}`) },
              { term: say('column.due'), value: <DueDate request={request} /> },
            ]}
          />
          <Timeline request={request} />
          <ErasureHolds request={request} />
          <RequestParts parts={erasureParts(request.peers, (phase) => say(`phase.${phase}`))} />
        </>
      )}
    </Loaded>
  );
}
