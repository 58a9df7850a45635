import { useState } from 'react';
import { consents } from '@platform/sdk';
import type { ConsentCheck } from '@platform/sdk';
import { useWrite } from '../../client/write.ts';
import { Banner } from '../../kit/content/banner.tsx';
import { ExactTime } from '../../kit/content/time.tsx';
import { Button } from '../../kit/controls/button.tsx';
import { TextField } from '../../kit/controls/text-field.tsx';
import { Dialog } from '../../kit/overlays/dialog.tsx';
import { useSay } from '../../kit/words/words-context.ts';
import { ProblemNote } from '../../parts/problem-note.tsx';
import { ShowCode } from '../../parts/show-code.tsx';
import { PersonField } from './person-field.tsx';

function Result({ check }: { check: ConsentCheck }) {
  const say = useSay('consents');
  const { allowed, reason, version, requiredVersion, givenAt } = check;
  return (
    <Banner
      state={allowed ? 'ok' : 'error'}
      isLive
      title={say(allowed ? 'check.allowed' : 'check.denied')}
    >
      {say(`reason.${reason}`)}{' '}
      {version !== null && say('check.version', { version, required: requiredVersion ?? version })}{' '}
      {givenAt !== null && <ExactTime at={givenAt} />}
    </Banner>
  );
}

interface CheckConsentProps {
  subject: string | undefined;
  onClose: () => void;
}

/** Asks, as an application does, whether data may be processed now. */
export function CheckConsentDialog({ subject, onClose }: CheckConsentProps) {
  const say = useSay('consents');
  const sayApp = useSay('app');
  const [person, setPerson] = useState(subject);
  const [purpose, setPurpose] = useState('');
  const query = { subjectId: person ?? '', purposeKey: purpose.trim() };
  const check = useWrite((api, asked: typeof query) => consents(api).check(asked), {
    refreshes: [],
  });
  return (
    <Dialog
      title={say('check')}
      isOpen
      onClose={onClose}
      actions={
        <>
          <ShowCode entries={[{ operation: 'consentCheck', query }]} />
          <Button onPress={onClose}>{sayApp('close')}</Button>
          <Button
            kind="primary"
            isPending={check.isPending}
            isDisabled={query.subjectId === '' || query.purposeKey === ''}
            onPress={() => check.mutate(query)}
          >
            {say('check.run')}
          </Button>
        </>
      }
    >
      <PersonField label={say('column.person')} value={person} onChange={setPerson} />
      <TextField
        label={say('field.purposeKey')}
        value={purpose}
        onChange={setPurpose}
        autoComplete="off"
        isCode
      />
      {check.error && <ProblemNote error={check.error} />}
      {check.data && <Result check={check.data} />}
    </Dialog>
  );
}
