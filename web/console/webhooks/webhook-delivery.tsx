import { useQuery } from '@tanstack/react-query';
import { isProblem, webhookEndpoints } from '@platform/sdk';
import type { WebhookAttempt, WebhookDelivery } from '@platform/sdk';
import { mayCall } from '../../client/permissions.ts';
import { pollWhile } from '../../client/query.ts';
import { useSession } from '../../client/session-query.ts';
import { useWrite } from '../../client/write.ts';
import { Code } from '../../kit/code/code.tsx';
import { CopyableId } from '../../kit/content/copyable.tsx';
import { DefinitionList } from '../../kit/content/definition-list.tsx';
import { StatusDot } from '../../kit/content/badge.tsx';
import { Section } from '../../kit/content/section.tsx';
import { ExactTime } from '../../kit/content/time.tsx';
import { Verbatim } from '../../kit/content/verbatim.tsx';
import { Button } from '../../kit/controls/button.tsx';
import { Link } from '../../kit/controls/link.tsx';
import { showToast } from '../../kit/overlays/toast.tsx';
import { useSay } from '../../kit/words/words-context.ts';
import { Loaded } from '../../parts/loaded.tsx';
import { NotFound } from '../../parts/not-found.tsx';
import { ProblemNote } from '../../parts/problem-note.tsx';
import { ShowCode } from '../../parts/show-code.tsx';
import { useEventWords } from '../events/event-words.ts';
import { DeliveryStatus, useAttemptResult, useDeliveryBlocks } from './delivery-status.tsx';
import { deliveryQuery, deliveryReads } from './webhook-queries.ts';
import { webhookDeliveryRoute } from './webhook-routes.ts';
import styles from './webhooks.module.css';

const outcomes = { succeeded: 'ok', failed: 'error', aborted: 'warning' } as const;

/** An attempt: what was sent, and what came back. */
function Attempt({ attempt }: { attempt: WebhookAttempt }) {
  const say = useSay('webhooks');
  const resultOf = useAttemptResult();
  const headers = Object.entries(attempt.responseHeaders ?? {});
  const label = `${say('attempt', { number: attempt.number })}: ${say('attempt.response')}`;
  return (
    <Section
      title={say('attempt', { number: attempt.number })}
      about={<ExactTime at={attempt.startedAt} />}
    >
      <div className={styles['stack']}>
        <StatusDot state={outcomes[attempt.outcome]}>{say(`attempt.${attempt.outcome}`)}</StatusDot>
        <DefinitionList
          entries={[
            {
              term: say('attempt.request'),
              value: (
                <code>
                  POST <Verbatim text={attempt.url} />
                </code>
              ),
            },
            { term: say('attempt.response'), value: resultOf(attempt) },
            {
              term: say('attempt.duration'),
              value: say('milliseconds', { ms: attempt.durationMs }),
            },
            { term: say('attempt.trigger'), value: say(`trigger.${attempt.trigger}`) },
            ...(headers.length > 0
              ? [
                  {
                    term: say('attempt.headers'),
                    value: headers.map(([name, value]) => (
                      <div key={name}>
                        <code>{name}</code>: <Verbatim text={value} />
                      </div>
                    )),
                  },
                ]
              : []),
          ]}
        />
        {attempt.responseBody ? (
          <Code code={attempt.responseBody} language="json" label={label} />
        ) : null}
        {attempt.responseBodyTruncated && (
          <p className={styles['quiet']}>{say('attempt.truncated')}</p>
        )}
      </div>
    </Section>
  );
}

function RedeliverButton({ endpointId, id }: { endpointId: string; id: string }) {
  const say = useSay('webhooks');
  const send = useWrite(
    (api, _: undefined, key) => webhookEndpoints(api).deliveries.redeliver(endpointId, id, key),
    {
      refreshes: deliveryReads,
      onDone: () => showToast({ text: say('redelivered', { count: 1 }) }),
    },
  );
  return (
    <>
      {send.error && <ProblemNote error={send.error} />}
      <Button kind="primary" onPress={() => send.mutate(undefined)} isPending={send.isPending}>
        {say('redeliver')}
      </Button>
    </>
  );
}

function Facts({ delivery }: { delivery: WebhookDelivery }) {
  const say = useSay('webhooks');
  const blocks = useDeliveryBlocks(delivery);
  return (
    <DefinitionList
      entries={[
        {
          term: say('column.status'),
          value: (
            <span className={styles['health']}>
              <DeliveryStatus delivery={delivery} />
              {blocks.map((text) => (
                <span key={text}>{text}</span>
              ))}
            </span>
          ),
        },
        {
          term: say('delivery.event'),
          value: (
            <span className={styles['health']}>
              <Link href={`/events/${delivery.eventId}`}>{delivery.eventType}</Link>
              <CopyableId text={delivery.eventId} isShort />
            </span>
          ),
        },
        ...(delivery.nextAttemptAt === null
          ? []
          : [{ term: say('delivery.next'), value: <ExactTime at={delivery.nextAttemptAt} /> }]),
        { term: say('column.created'), value: <ExactTime at={delivery.createdAt} /> },
        { term: say('delivery.expires'), value: <ExactTime at={delivery.expiresAt} /> },
      ]}
    />
  );
}

const isOpen = ({ status }: WebhookDelivery): boolean =>
  ['pending', 'in_flight', 'held'].includes(status);

/** A delivery with its attempts, newest first. */
export function WebhookDeliveryView() {
  const say = useSay('webhooks');
  const session = useSession();
  const { nameOf } = useEventWords();
  const { endpointId, deliveryId } = webhookDeliveryRoute.useParams();
  const query = useQuery({
    ...deliveryQuery(endpointId, deliveryId),
    ...pollWhile(isOpen, 3_000),
  });
  if (isProblem(query.error, 'not_found', 'invalid_parameter')) return <NotFound />;
  return (
    <Loaded query={query} lines={8}>
      {(delivery) => (
        <>
          <Section
            title={nameOf(delivery.eventType)}
            actions={
              <>
                <ShowCode
                  entries={[
                    { operation: 'webhookDeliveryGet', parameters: [endpointId, deliveryId] },
                    { operation: 'webhookDeliveryRedeliver', parameters: [endpointId, deliveryId] },
                  ]}
                />
                {mayCall(session, 'webhookDeliveryRedeliver') && (
                  <RedeliverButton endpointId={endpointId} id={deliveryId} />
                )}
              </>
            }
          >
            <Facts delivery={delivery} />
          </Section>
          {delivery.attempts.length === 0 && (
            <p className={styles['quiet']}>{say('attempts.empty')}</p>
          )}
          {delivery.attempts.map((attempt) => (
            <Attempt key={attempt.id} attempt={attempt} />
          ))}
        </>
      )}
    </Loaded>
  );
}
