import { useQuery } from '@tanstack/react-query';
import { isProblem } from '@platform/sdk';
import type { SsfReceiver } from '@platform/sdk';
import { Banner } from '../../kit/content/banner.tsx';
import { CopyableId } from '../../kit/content/copyable.tsx';
import { DefinitionList } from '../../kit/content/definition-list.tsx';
import { ExactTime } from '../../kit/content/time.tsx';
import { Verbatim } from '../../kit/content/verbatim.tsx';
import { PageHeader } from '../../kit/frame/page-header.tsx';
import { useSay } from '../../kit/words/words-context.ts';
import { Loaded } from '../../parts/loaded.tsx';
import { NotFound } from '../../parts/not-found.tsx';
import { ReceiverActions } from './receiver-actions.tsx';
import { ReceiverDeliveries } from './receiver-deliveries.tsx';
import { receiverQuery } from './receiver-queries.ts';
import { receiverRoute } from './receiver-routes.ts';
import { eventName, ReceiverState } from './receiver-state.tsx';
import styles from './receivers.module.css';

type Key = Parameters<ReturnType<typeof useSay<'sharedSignals'>>>[0];

/** Says why nothing is delivered, and how much waits. */
function Troubles({ receiver }: { receiver: SsfReceiver }) {
  const say = useSay('sharedSignals');
  const { status, statusReason, statusChangedBy, verification, lastError, pendingCount } = receiver;
  const held = pendingCount > 0 ? say('held', { count: pendingCount }) : '';
  return (
    <>
      {status !== 'enabled' && (
        <Banner state="warning" title={say(`status.${status}.by.${statusChangedBy}`)}>
          {statusReason !== null && <Verbatim text={statusReason} />} {held}
        </Banner>
      )}
      {status === 'enabled' && verification.state !== 'verified' && (
        <Banner
          state={verification.state === 'failed' ? 'error' : 'info'}
          title={say(`verification.${verification.state}.text`)}
        >
          {verification.lastError !== null && <Verbatim text={verification.lastError} />} {held}
        </Banner>
      )}
      {status === 'enabled' && lastError !== null && (
        <Banner state="error" title={say('lastError')}>
          <Verbatim text={lastError} /> {held}
        </Banner>
      )}
    </>
  );
}

function Facts({ receiver }: { receiver: SsfReceiver }) {
  const say = useSay('sharedSignals');
  const { delivery, clientId, audience, iss, eventsDelivered, organizationIds } = receiver;
  const time = (term: string, at: string | null) =>
    at === null ? [] : [{ term, value: <ExactTime at={at} /> }];
  return (
    <DefinitionList
      entries={[
        { term: say('field.delivery.method'), value: say(`method.${delivery.method}`) },
        {
          term: say('field.delivery.endpointUrl'),
          value: <CopyableId text={delivery.endpointUrl} />,
        },
        {
          term: say('field.delivery.authorizationHeader'),
          value: say(delivery.hasAuthorizationHeader ? 'set' : 'notSet'),
        },
        ...(clientId === null
          ? []
          : [{ term: say('field.clientId'), value: <code>{clientId}</code> }]),
        { term: say('field.iss'), value: <CopyableId text={iss} /> },
        { term: say('field.audience'), value: <code>{audience.join(', ')}</code> },
        { term: say('field.subjectFormat'), value: say(`subjectFormat.${receiver.subjectFormat}`) },
        {
          term: say('field.eventsDelivered'),
          value:
            eventsDelivered.map((uri) => say(`event.${eventName(uri)}` as Key)).join(', ') || '—',
        },
        {
          term: say('field.organizationIds'),
          value: organizationIds?.join(', ') ?? say('allOrganizations'),
        },
        ...time(say('verifiedAt'), receiver.verification.verifiedAt),
        ...time(say('column.last'), receiver.lastDeliveredAt),
        ...time(say('oldestPending'), receiver.oldestPendingAt),
      ]}
    />
  );
}

/** A receiver: its state, and what was sent to it. */
export function ReceiverPage() {
  const say = useSay('sharedSignals');
  const { receiverId } = receiverRoute.useParams();
  const query = useQuery({ ...receiverQuery(receiverId), refetchInterval: 10_000 });
  if (isProblem(query.error, 'not_found', 'invalid_parameter')) return <NotFound />;
  return (
    <Loaded query={query} lines={10}>
      {(receiver) => (
        <>
          <PageHeader
            crumbs={[{ href: '/shared-signals', label: say('title') }]}
            title={receiver.name}
            status={<ReceiverState receiver={receiver} />}
            meta={<CopyableId text={receiver.id} isShort />}
            actions={<ReceiverActions receiver={receiver} />}
          />
          <div className={styles['stack']}>
            <Troubles receiver={receiver} />
            <Facts receiver={receiver} />
            <ReceiverDeliveries id={receiver.id} />
          </div>
        </>
      )}
    </Loaded>
  );
}
