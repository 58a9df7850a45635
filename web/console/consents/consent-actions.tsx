import { useState } from 'react';
import { consents } from '@platform/sdk';
import type { ChangeConsentRequest, Consent, WithdrawConsentRequest } from '@platform/sdk';
import { mayCall } from '../../client/permissions.ts';
import { useSession } from '../../client/session-query.ts';
import { consentChange, consentWithdraw } from '../../generated/forms/consents.ts';
import { Banner } from '../../kit/content/banner.tsx';
import { Button } from '../../kit/controls/button.tsx';
import { showToast } from '../../kit/overlays/toast.tsx';
import { useSay } from '../../kit/words/words-context.ts';
import { PlainDialog } from '../../parts/plain-form.tsx';
import { ShowCode } from '../../parts/show-code.tsx';
import { useConsentField } from './consent-fields.ts';
import { consentReads } from './consent-queries.ts';

interface DialogProps {
  consent: Consent;
  onClose: () => void;
}

/** Ends a consent: data may no longer be processed for its purpose. */
function WithdrawDialog({ consent: { id }, onClose }: DialogProps) {
  const say = useSay('consents');
  const fieldOf = useConsentField(consentWithdraw);
  return (
    <PlainDialog
      title={say('withdraw.title')}
      submit={say('withdraw')}
      of={consentWithdraw}
      fields={[fieldOf('reason')]}
      codeOf={() => ({ operation: 'consentWithdraw', parameters: [id] })}
      send={(api, body, key) => consents(api).withdraw(id, body as WithdrawConsentRequest, key)}
      refreshes={consentReads}
      onDone={() => {
        showToast({ text: say('withdrawn.toast') });
        onClose();
      }}
      onClose={onClose}
    >
      <Banner state="warning">{say('withdraw.text')}</Banner>
    </PlainDialog>
  );
}

/** Records that a person has decided again. */
function ChangeDialog({ consent: { id, state }, onClose }: DialogProps) {
  const say = useSay('consents');
  const fieldOf = useConsentField(consentChange);
  return (
    <PlainDialog
      title={say('change.title')}
      submit={say('change')}
      of={consentChange}
      start={{ decision: state === 'refused' ? 'refused' : 'given', collectionMethod: 'paper' }}
      fields={[fieldOf('decision'), fieldOf('collectionMethod'), fieldOf('reason')]}
      codeOf={() => ({ operation: 'consentChange', parameters: [id] })}
      send={(api, body, key) => consents(api).change(id, body as ChangeConsentRequest, key)}
      refreshes={consentReads}
      onDone={() => {
        showToast({ text: say('changed.toast') });
        onClose();
      }}
      onClose={onClose}
    />
  );
}

/** Actions on a consent. An ended one stays as proof. */
export function ConsentActions({ consent }: { consent: Consent }) {
  const say = useSay('consents');
  const session = useSession();
  const [open, setOpen] = useState<'withdraw' | 'change'>();
  const close = () => setOpen(undefined);
  const { id, state } = consent;
  const isOpen = ['requested', 'given', 'refused', 'expired'].includes(state);
  return (
    <>
      <ShowCode entries={[{ operation: 'consentGet', parameters: [id] }]} />
      {isOpen && mayCall(session, 'consentChange') && (
        <Button onPress={() => setOpen('change')}>{say('change')}</Button>
      )}
      {state === 'given' && mayCall(session, 'consentWithdraw') && (
        <Button onPress={() => setOpen('withdraw')}>{say('withdraw')}</Button>
      )}
      {open === 'withdraw' && <WithdrawDialog consent={consent} onClose={close} />}
      {open === 'change' && <ChangeDialog consent={consent} onClose={close} />}
    </>
  );
}
