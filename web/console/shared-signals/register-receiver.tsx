import { useNavigate } from '@tanstack/react-router';
import { ssf } from '@platform/sdk';
import type { RegisterSsfReceiverRequest } from '@platform/sdk';
import type { PlainValues } from '../../client/plain-values.ts';
import { ssfReceiverRegister } from '../../generated/forms/ssf.ts';
import { showToast } from '../../kit/overlays/toast.tsx';
import { useSay } from '../../kit/words/words-context.ts';
import { PlainDialog } from '../../parts/plain-form.tsx';
import type { PlainField } from '../../parts/plain-fields.tsx';
import { receiverReads } from './receiver-queries.ts';
import { eventName } from './receiver-state.tsx';

type Key = Parameters<ReturnType<typeof useSay<'sharedSignals'>>>[0];

const push = 'urn:ietf:rfc:8935';
const methods = [push, 'urn:ietf:rfc:8936'] as const;
const formats = ['iss_sub', 'email', 'complex'] as const;
const caep = 'https://schemas.openid.net/secevent/caep/event-type/';
const risc = 'https://schemas.openid.net/secevent/risc/event-type/';
/** Types that the platform sends, as a receiver requests them. */
const eventTypes = [
  ...['session-revoked', 'credential-change', 'assurance-level-change'].map((name) => caep + name),
  ...[
    'account-disabled',
    'account-enabled',
    'account-purged',
    'credential-compromise',
    'account-credential-change-required',
    'recovery-activated',
  ].map((name) => risc + name),
];

/** Registers a receiver. It gets a verification event first, and nothing else until it has acknowledged it. */
export function RegisterReceiverDialog({ onClose }: { onClose: () => void }) {
  const say = useSay('sharedSignals');
  const navigate = useNavigate();
  const field = (name: string, shown: Partial<PlainField> = {}): PlainField => ({
    name,
    label: say(`field.${name}` as Key),
    ...shown,
  });
  return (
    <PlainDialog
      title={say('create')}
      submit={say('create')}
      of={ssfReceiverRegister}
      start={{ delivery: { method: push }, subjectFormat: 'iss_sub', eventsRequested: eventTypes }}
      fields={({ delivery }) => [
        field('name'),
        field('delivery.method', {
          choices: methods.map((id) => ({ id, label: say(`method.${id}`) })),
        }),
        ...((delivery as PlainValues)['method'] === push
          ? [
              field('delivery.endpointUrl', { isCode: true, isRequired: true }),
              field('delivery.authorizationHeader', {
                hint: say('field.delivery.authorizationHeader.hint'),
                isSecret: true,
              }),
            ]
          : []),
        field('clientId', {
          isCode: true,
          hint: say('field.clientId.hint'),
          isRequired: (delivery as PlainValues)['method'] !== push,
        }),
        field('subjectFormat', {
          choices: formats.map((id) => ({ id, label: say(`subjectFormat.${id}`) })),
        }),
        field('eventsRequested', {
          choices: eventTypes.map((id) => ({ id, label: say(`event.${eventName(id)}` as Key) })),
        }),
        field('organizationIds', { isCode: true, hint: say('field.organizationIds.hint') }),
      ]}
      codeOf={() => ({
        operation: 'ssfReceiverRegister',
        secrets: ['delivery.authorizationHeader'],
      })}
      send={(api, body, key) =>
        ssf(api).receivers.create(body as unknown as RegisterSsfReceiverRequest, key)
      }
      refreshes={receiverReads}
      onDone={({ id }) => {
        showToast({ text: say('created.toast') });
        void navigate({ to: '/shared-signals/$receiverId', params: { receiverId: id } });
      }}
      onClose={onClose}
    />
  );
}
