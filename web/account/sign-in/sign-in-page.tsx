import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { Plus } from 'lucide-react';
import { me } from '@platform/sdk';
import type { Enrollment, SignInMethod } from '@platform/sdk';
import { readShell } from '../../client/shell.ts';
import { useWrite } from '../../client/write.ts';
import { Banner } from '../../kit/content/banner.tsx';
import { Section } from '../../kit/content/section.tsx';
import { ExactTime } from '../../kit/content/time.tsx';
import { Button } from '../../kit/controls/button.tsx';
import { Icon } from '../../kit/controls/icon.tsx';
import { Link } from '../../kit/controls/link.tsx';
import { PageHeader } from '../../kit/frame/page-header.tsx';
import { SecretDialog } from '../../kit/overlays/secret-dialog.tsx';
import { useSay } from '../../kit/words/words-context.ts';
import { Loaded } from '../../parts/loaded.tsx';
import { ProblemNote } from '../../parts/problem-note.tsx';
import { Item, ItemList } from '../../kit/content/item-list.tsx';
import { PageStack } from '../parts/page-stack.tsx';
import { signInMethodsQuery } from '../queries.ts';
import { AddAuthenticatorApp } from './add-authenticator-app.tsx';
import { AddCredential } from './add-credential.tsx';
import { CredentialSection } from './credential-section.tsx';
import { PasswordDialog } from './password-dialog.tsx';
import { RecoveryCodes } from './recovery-codes.tsx';
import { adviceFor, kindIcons } from './sign-in-kinds.ts';
import styles from './sign-in.module.css';

/** What the user is setting up. */
type Open = 'passkey' | 'security_key' | 'password' | { app: Enrollment };

/** The button of a section. */
const AddButton = (props: {
  text: string;
  onPress: () => void;
  isPending?: boolean;
  isMain?: boolean;
}) => (
  <Button
    kind={props.isMain ? 'primary' : 'plain'}
    onPress={props.onPress}
    isPending={props.isPending ?? false}
  >
    <Icon of={Plus} />
    {props.text}
  </Button>
);

function PasswordSection(props: { password: SignInMethod | undefined; onChange: () => void }) {
  const say = useSay('account-sign-in');
  const setAt = props.password?.createdAt;
  return (
    <Section
      title={say('kind.password')}
      about={
        <>
          {say('password.about')}{' '}
          {setAt && say.rich('password.setAt', { time: <ExactTime key="t" at={setAt} isDate /> })}
        </>
      }
      actions={
        <Button onPress={props.onChange}>
          {say(props.password ? 'password.change' : 'password.add')}
        </Button>
      }
    >
      {null}
    </Section>
  );
}

/** Identities at other providers also sign in; they are managed on their own page. */
function SocialSection({ methods }: { methods: readonly SignInMethod[] }) {
  const say = useSay('account-sign-in');
  const linked = methods.filter(({ type }) => type === 'social');
  if (linked.length === 0) return null;
  return (
    <Section
      title={say('kind.social')}
      about={<Link href="/connections">{say('social.manage')}</Link>}
    >
      <ItemList label={say('kind.social')}>
        {linked.map(({ id, provider, email }) => (
          <Item key={id} icon={kindIcons.social} title={provider} facts={[email]} />
        ))}
      </ItemList>
    </Section>
  );
}

function Methods({ methods }: { methods: readonly SignInMethod[] }) {
  const say = useSay('account-sign-in');
  const [open, setOpen] = useState<Open>();
  const [codes, setCodes] = useState<readonly string[]>([]);
  const begin = useWrite(
    (api, _: null, key) => me(api).authenticators.create({ type: 'totp' }, key),
    {
      refreshes: [],
      onDone: (enrollment) => setOpen({ app: enrollment }),
    },
  );
  const advice = adviceFor(methods);
  const close = () => setOpen(undefined);
  const passwordOf = methods.find(({ type }) => type === 'password');
  const codesOf = methods.find(({ type }) => type === 'recovery_codes');
  const hasFactor = methods.some(({ type }) => ['passkey', 'security_key', 'totp'].includes(type));
  const adds = advice === 'addPasskey' || advice === 'addSecondFactor';
  return (
    <>
      {advice && (
        <div className={styles['advice']}>
          <Banner
            state={advice === 'addPasskey' ? 'info' : 'warning'}
            title={say(`advice.${advice}`)}
          >
            {say(`advice.${advice}Text`)}
          </Banner>
        </div>
      )}
      <CredentialSection
        kind="passkey"
        methods={methods}
        actions={
          <AddButton text={say('passkey.add')} isMain={adds} onPress={() => setOpen('passkey')} />
        }
      />
      <CredentialSection
        kind="security_key"
        methods={methods}
        actions={
          <AddButton text={say('security_key.add')} onPress={() => setOpen('security_key')} />
        }
      />
      <CredentialSection
        kind="totp"
        methods={methods}
        actions={
          <AddButton
            text={say('totp.add')}
            isPending={begin.isPending}
            onPress={() => begin.mutate(null)}
          />
        }
      />
      {begin.error && <ProblemNote error={begin.error} />}
      <SocialSection methods={methods} />
      <PasswordSection password={passwordOf} onChange={() => setOpen('password')} />
      {(hasFactor || codesOf) && <RecoveryCodes codes={codesOf} onCreated={setCodes} />}
      {(open === 'passkey' || open === 'security_key') && (
        <AddCredential type={open} onClose={close} />
      )}
      {open === 'password' && <PasswordDialog isNew={!passwordOf} onClose={close} />}
      {typeof open === 'object' && (
        <AddAuthenticatorApp
          enrollment={open.app}
          onClose={close}
          onDone={(created) => {
            close();
            setCodes(created);
          }}
        />
      )}
      <SecretDialog
        title={say('recovery_codes.title')}
        secret={codes.length > 0 ? codes.join('\n') : null}
        fileName={`${readShell().tenantName}-recovery-codes.txt`}
        onClose={() => setCodes([])}
      />
    </>
  );
}

/** How the user signs in: the strongest methods first, and what is missing. */
export function SignInPage() {
  const say = useSay('account-sign-in');
  const query = useQuery(signInMethodsQuery);
  return (
    <PageStack head={<PageHeader title={say('title')} meta={say('about')} />}>
      <Loaded query={query} lines={10}>
        {({ data }) => <Methods methods={data} />}
      </Loaded>
    </PageStack>
  );
}
