import type { DeliveryExplanation__Output } from '@platform/protos';
import type { Command } from 'commander';
import type { Cli } from './cli.ts';
import { callOptions, patiently, withService } from './connection.ts';
import { blockExplanations, endExplanations, explained } from './delivery-reasons.ts';
import { presented } from './output.ts';
import { ofFixedService } from './service-flags.ts';
import type { ServiceFlags } from './service-flags.ts';
import { tableLines } from './table.ts';
import type { Column } from './table.ts';

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

/** What is next for the delivery, or how it ended. */
function* outcomeLines(delivery: DeliveryExplanation__Output): Iterable<string> {
  const { status, reason, attemptCount } = delivery;
  const attempts = attemptCount === 1 ? '1 attempt' : `${attemptCount} attempts`;
  const ending = reason && `: ${reason}. ${explained(endExplanations, reason)}`.trimEnd();
  yield `Status:        ${status}${ending || ''}`;
  yield `Attempts:      ${attempts}`;
  if (delivery.completedAt) yield `Completed at:  ${delivery.completedAt}`;
  if (!isOpen(delivery)) return;
  yield `Next attempt:  ${delivery.nextAttemptAt || 'not planned, or at an unknown time'}`;
  yield `Expires at:    ${delivery.expiresAt}`;
  if (delivery.blockedBy.length === 0) yield 'Blocked by:    nothing';
}

function* blockLines({ blockedBy }: DeliveryExplanation__Output): Iterable<string> {
  for (const { reason, until } of blockedBy) {
    yield `Blocked by:    ${reason}${until ? ` until ${until}` : ''}`;
    yield `               ${explained(blockExplanations, reason)}`.trimEnd();
  }
}

/** The story of a delivery for people. */
export function explanationLines(
  delivery: DeliveryExplanation__Output,
  columns?: number,
): string[] {
  const { lines } = tableLines(attemptColumns, delivery.attempts, columns);
  return [
    `Delivery:      ${delivery.id} of ${delivery.eventType}`,
    `Event:         ${delivery.eventId}`,
    `Endpoint:      ${delivery.endpointId}`,
    `Tenant:        ${delivery.tenantId}`,
    ...outcomeLines(delivery),
    ...blockLines(delivery),
    ...(delivery.attempts.length > 0 ? ['', ...lines] : []),
  ];
}

const view = (delivery: DeliveryExplanation__Output): object => ({
  ...presented(delivery),
  blockedBy: delivery.blockedBy.map(presented),
  attempts: delivery.attempts.map((attempt) => ({
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
    .description('Show why a delivery was not sent, or how its attempts went')
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
