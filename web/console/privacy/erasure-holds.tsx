import { useState } from 'react';
import { useForm } from 'react-hook-form';
import { erasureRequests } from '@platform/sdk';
import type { ErasureHold, ErasureRequest, RaiseHoldRequest } from '@platform/sdk';
import { findingsOf } from '../../client/field-words.ts';
import { mayCall } from '../../client/permissions.ts';
import { useSession } from '../../client/session-query.ts';
import { useWrite } from '../../client/write.ts';
import { erasureRequestRaiseHold } from '../../generated/forms/erasure-requests.ts';
import { StatusDot } from '../../kit/content/badge.tsx';
import { Section } from '../../kit/content/section.tsx';
import { ExactTime } from '../../kit/content/time.tsx';
import { Verbatim } from '../../kit/content/verbatim.tsx';
import { Button } from '../../kit/controls/button.tsx';
import { Select } from '../../kit/controls/select.tsx';
import { TextArea } from '../../kit/controls/text-field.tsx';
import { FormField } from '../../kit/form/form-field.tsx';
import { Form } from '../../kit/form/form.tsx';
import { Dialog } from '../../kit/overlays/dialog.tsx';
import { useSay } from '../../kit/words/words-context.ts';
import { useFieldRules } from '../../parts/field-rules.ts';
import { ShowCode } from '../../parts/show-code.tsx';
import { ActionButton } from './request-actions.tsx';
import { requestReads } from './request-queries.ts';
import styles from './privacy.module.css';

const codes = [
  'legal_claim',
  'legal_obligation',
  'fraud_investigation',
  'open_transaction',
  'public_interest',
  'freedom_of_expression',
  'other',
] as const;
const holdable = ['RECEIVED', 'DEACTIVATING', 'DEACTIVATED', 'HELD', 'DEFERRED'];

function PlaceHoldDialog({ id, onClose }: { id: string; onClose: () => void }) {
  const say = useSay('privacy');
  const sayApp = useSay('app');
  const sayProblem = useSay('problems');
  const rulesOf = useFieldRules(erasureRequestRaiseHold);
  const form = useForm({ defaultValues: { reasonCode: 'legal_claim', reason: '' } });
  const place = useWrite(
    (api, body: RaiseHoldRequest, key) => erasureRequests(api).holds.create(id, body, key),
    { refreshes: requestReads, onDone: onClose },
  );
  async function save(_: unknown, values: { reasonCode: string; reason: string }) {
    try {
      await place.mutateAsync(values as RaiseHoldRequest);
    } catch (error) {
      return findingsOf(error, sayProblem);
    }
  }
  return (
    <Dialog title={say('hold.place.title')} isOpen onClose={onClose}>
      <Form
        form={form}
        save={save}
        submit={
          <div className={styles['actions']}>
            <ShowCode
              entries={[
                { operation: 'erasureRequestRaiseHold', parameters: [id], body: form.watch() },
              ]}
            />
            <Button onPress={onClose}>{sayApp('cancel')}</Button>
            <Button kind="primary" type="submit" isPending={form.formState.isSubmitting}>
              {say('hold.place')}
            </Button>
          </div>
        }
      >
        <FormField form={form} name="reasonCode" label={say('hold.reasonCode')}>
          {(field) => (
            <Select
              {...field}
              choices={codes.map((one) => ({ id: one, label: say(`hold.reasonCode.${one}`) }))}
            />
          )}
        </FormField>
        <FormField form={form} name="reason" label={say('hold.reason')} rules={rulesOf('reason')}>
          {(field) => <TextArea {...field} autoFocus />}
        </FormField>
      </Form>
    </Dialog>
  );
}

function Hold({ requestId, hold }: { requestId: string; hold: ErasureHold }) {
  const say = useSay('privacy');
  const session = useSession();
  const lift = useWrite((api, id: string) => erasureRequests(api).holds.delete(requestId, id), {
    refreshes: requestReads,
  });
  const { id, state, reasonCode, reason, expiresAt } = hold;
  return (
    <li>
      <StatusDot state={state === 'active' ? 'warning' : 'neutral'}>
        {say(`hold.state.${state}`)}
      </StatusDot>
      <span>{say(`hold.reasonCode.${reasonCode}`)}</span>
      {reason !== '' && <Verbatim text={reason} />}
      {expiresAt !== null && (
        <span className={styles['quiet']}>
          {say.rich('hold.expires', { time: <ExactTime key="time" at={expiresAt} /> })}
        </span>
      )}
      {state === 'active' && mayCall(session, 'erasureRequestLiftHold') && (
        <ActionButton run={() => lift.mutateAsync(id)}>{say('hold.lift')}</ActionButton>
      )}
    </li>
  );
}

/** Why the data of a person are kept for now. */
export function ErasureHolds({ request }: { request: ErasureRequest }) {
  const say = useSay('privacy');
  const session = useSession();
  const [isPlacing, setIsPlacing] = useState(false);
  const mayPlace = holdable.includes(request.state) && mayCall(session, 'erasureRequestRaiseHold');
  return (
    <Section
      title={say('holds')}
      actions={mayPlace && <Button onPress={() => setIsPlacing(true)}>{say('hold.place')}</Button>}
    >
      {request.holds.length === 0 ? (
        <p className={styles['quiet']}>{say('hold.none')}</p>
      ) : (
        <ul className={styles['timeline']}>
          {request.holds.map((hold) => (
            <Hold key={hold.id} requestId={request.id} hold={hold} />
          ))}
        </ul>
      )}
      {isPlacing && <PlaceHoldDialog id={request.id} onClose={() => setIsPlacing(false)} />}
    </Section>
  );
}
