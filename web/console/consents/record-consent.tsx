import { useNavigate } from '@tanstack/react-router';
import { consents } from '@platform/sdk';
import type { CreateConsentRequest } from '@platform/sdk';
import { consentGrant } from '../../generated/forms/consents.ts';
import { showToast } from '../../kit/overlays/toast.tsx';
import { useSay } from '../../kit/words/words-context.ts';
import { PlainDialog } from '../../parts/plain-form.tsx';
import { consentReads } from './consent-queries.ts';
import { useConsentField } from './consent-fields.ts';

interface RecordConsentProps {
  subject: string | undefined;
  onClose: () => void;
}

/** Records a decision that was made elsewhere, such as on paper. */
export function RecordConsentDialog({ subject, onClose }: RecordConsentProps) {
  const say = useSay('consents');
  const navigate = useNavigate();
  const fieldOf = useConsentField();
  return (
    <PlainDialog
      title={say('record')}
      submit={say('record')}
      of={consentGrant}
      start={{ subjectId: subject, decision: 'given', collectionMethod: 'paper' }}
      fields={[
        fieldOf('subjectId', { isCode: true, hint: say('search.identifier') }),
        fieldOf('purposeKey', { isCode: true }),
        fieldOf('decision'),
        fieldOf('collectionMethod'),
        fieldOf('evidence.statement', { rows: 3 }),
      ]}
      codeOf={() => ({ operation: 'consentGrant' })}
      send={(api, body, key) => consents(api).create(body as unknown as CreateConsentRequest, key)}
      refreshes={consentReads}
      onDone={({ id }) => {
        showToast({ text: say('recorded.toast') });
        void navigate({ to: '/privacy/consents/$consentId', params: { consentId: id } });
      }}
      onClose={onClose}
    />
  );
}
