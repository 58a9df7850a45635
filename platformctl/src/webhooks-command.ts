import type { DeliveryExplanation__Output } from '@platform/protos';
import type { Command } from 'commander';
import type { Cli } from './cli.ts';
import { callOptions, patiently, withService } from './connection.ts';
import { blockExplanations, endExplanations, explained } from './delivery-reasons.ts';
import { presented } from '@platform/command-line/output';
import { ofFixedService } from './service-flags.ts';
import type { ServiceFlags } from './service-flags.ts';
import { tableLines } from '@platform/command-line/table';
import type { Column } from '@platform/command-line/table';

type Attempt = DeliveryExplanation__Output['attempts'][number];

const attemptColumns: readonly Column<Attempt>[] = [
  { header: 'ATTEMPT', value: ({ number }) => number },
  { header: 'STARTED AT', value: ({ startedAt }) => startedAt },
  { header: 'OUTCOME', value: ({ outcome }) => outcome },
  { header: 'STATUS', value: ({ responseStatus }) => responseStatus || '' },
  { header: 'ERROR', value: ({ error }) => error },
  { header: 'DURATION', value: ({ durationMs }) => `${durationMs} ms` },
  { header: 'URL', value: ({ url }) => url },
];

const isOpen = ({ status }: DeliveryExplanation__Output): boolean =>
  ['pending', 'held', 'in_flight'].includes(status);

/** The next step of the delivery, or how it ended. */
function* outcomeLines(delivery: DeliveryExplanation__Output): Iterable<string> {
  const { status, reason, attemptCount } = delivery;
  const ending = reason && `: ${reason}. ${explained(endExplanations, reason)}`.trimEnd();
  yield `status:        ${status}${ending || ''}`;
  yield `attempts:      ${attemptCount}`;
  if (delivery.completedAt) yield `completed at:  ${delivery.completedAt}`;
  if (!isOpen(delivery)) return;
  yield `next attempt:  ${delivery.nextAttemptAt || 'not planned, or time unknown'}`;
  yield `expires at:    ${delivery.expiresAt}`;
  if (delivery.blockedBy.length === 0) yield 'blocked by:    nothing';
}

function* blockLines({ blockedBy }: DeliveryExplanation__Output): Iterable<string> {
  for (const { reason, until } of blockedBy) {
    yield `blocked by:    ${reason}${until ? ` until ${until}` : ''}`;
    yield `               ${explained(blockExplanations, reason)}`.trimEnd();
  }
}

/** Explains a delivery for people. */
export function explanationLines(
  delivery: DeliveryExplanation__Output,
  columns?: number,
): string[] {
  const { lines } = tableLines(attemptColumns, delivery.attempts, columns);
  return [
    `delivery:      ${delivery.id} of ${delivery.eventType}`,
    `event:         ${delivery.eventId}`,
    `endpoint:      ${delivery.endpointId}`,
    `tenant:        ${delivery.tenantId}`,
    ...outcomeLines(delivery),
    ...blockLines(delivery),
    ...(delivery.attempts.length > 0 ? ['', ...lines] : []),
  ];
}

const view = ({ blockedBy, attempts, ...delivery }: DeliveryExplanation__Output): object => ({
  ...presented(delivery),
  blockedBy: blockedBy.map(presented),
  attempts: attempts.map((attempt) => ({
    ...presented(attempt),
    responseStatus: attempt.responseStatus || null,
  })),
});

/** `webhooks why`. */
export function webhooksCommand(program: Command, { terminal, connection, output }: Cli): void {
  const why = program
    .command('webhooks')
    .description('Webhook deliveries of all tenants')
    .command('why')
    .description('Show why a delivery was not sent, or the results of its attempts')
    .argument('<delivery>', 'ID of the delivery');
  ofFixedService(why, 'outbound').action(
    (deliveryId: string, { address }: Pick<ServiceFlags, 'address'>) =>
      withService({ service: 'outbound', address }, connection(), async (peer) => {
        const deliveries = peer.service('platform.outbound.v1.Deliveries');
        const found = await patiently(() => deliveries.Explain({ deliveryId }, callOptions()));
        output().lines(view(found), explanationLines(found, terminal.columns));
      }),
  );
}
