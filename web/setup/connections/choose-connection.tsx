import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { Button } from '../../kit/controls/button.tsx';
import { RadioGroup } from '../../kit/controls/radio-group.tsx';
import { useSay } from '../../kit/words/words-context.ts';
import { useProviderWords } from '../parts/provider-words.ts';
import { SendToColleague } from '../parts/send-to-colleague.tsx';
import { providers } from '../providers.ts';
import type { SignInProtocol } from '../providers.ts';
import styles from '../parts/choice.module.css';

const protocols = ['saml', 'oidc'] as const satisfies readonly SignInProtocol[];

/** Where the users of the organization sign in, and by which protocol. */
export function ChooseConnection() {
  const say = useSay('setup-connections');
  const sayFrame = useSay('setup');
  const { nameOf } = useProviderWords();
  const navigate = useNavigate();
  const [provider, setProvider] = useState<(typeof providers)[number]>();
  const [protocol, setProtocol] = useState<SignInProtocol>('saml');
  return (
    <form
      className={styles['choice']}
      onSubmit={(event) => {
        event.preventDefault();
        const search = { provider, protocol, step: 'application' } as const;
        if (provider) void navigate({ to: '/connections/new', search });
      }}
    >
      <RadioGroup
        label={say('choose.provider')}
        choices={providers.map((id) => ({
          id,
          label: id === 'generic' ? sayFrame('provider.other') : nameOf(id),
        }))}
        value={provider ?? null}
        onChange={(id) => setProvider(providers.find((one) => one === id))}
      />
      <RadioGroup
        label={say('choose.protocol')}
        hint={say('choose.protocol.hint')}
        choices={protocols.map((id) => ({ id, label: say(`protocol.${id}`) }))}
        value={protocol}
        onChange={(id) => setProtocol(id as SignInProtocol)}
      />
      <div>
        <Button kind="primary" type="submit" isDisabled={!provider}>
          {sayFrame('continue')}
        </Button>
      </div>
      <SendToColleague />
    </form>
  );
}
