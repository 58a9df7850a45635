import { useMutation, useQueryClient } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { tellTabs } from '../../client/session-channel.ts';
import { rereadSession } from '../../client/session-query.ts';
import { readShell } from '../../client/shell.ts';
import { Banner } from '../../kit/content/banner.tsx';
import { Button } from '../../kit/controls/button.tsx';
import { AppFrame } from '../../kit/frame/app-frame.tsx';
import { useSay } from '../../kit/words/words-context.ts';
import { usePageTitle } from '../../parts/page-title.ts';
import { ProblemNote } from '../../parts/problem-note.tsx';
import { TenantLogo, hasLogo } from '../../parts/tenant-logo.tsx';
import { LinkRefused, openLink } from './link-calls.ts';
import { takeTokenAway } from './link-token.ts';
import { NewLink } from './new-link.tsx';
import styles from './open-link.module.css';

/** A page with one thing to do, before there is a session. */
function LinkPage({ title, text, children }: { title: string; text: string; children: ReactNode }) {
  const { tenantName } = readShell();
  usePageTitle(title);
  return (
    <AppFrame
      brand={{ name: tenantName, ...(hasLogo() && { logo: <TenantLogo name={tenantName} /> }) }}
      path="/"
    >
      <div className={styles['page']}>
        <h1 tabIndex={-1}>{title}</h1>
        <p>{text}</p>
        {children}
      </div>
    </AppFrame>
  );
}

interface ContinueProps {
  /** Whether a setup is open in this browser already. */
  hasSession: boolean;
}

/** The way back to the setup that is open already. */
function Continue({ hasSession }: ContinueProps) {
  const say = useSay('setup');
  return (
    hasSession && (
      <Button onPress={() => takeTokenAway({ isSpent: false })}>{say('link.continue')}</Button>
    )
  );
}

function Refused({
  error,
  token,
  hasSession,
}: { error: LinkRefused; token: string } & ContinueProps) {
  const say = useSay('setup');
  const { reason, recipient } = error;
  return (
    <LinkPage title={say('link.refused')} text={say(`link.${reason}`)}>
      <div className={styles['actions']}>
        {recipient !== undefined && <NewLink token={token} recipient={recipient} />}
        <Continue hasSession={hasSession} />
      </div>
    </LinkPage>
  );
}

/**
 * Opens the setup with the token of the address. Only the button spends it: scanners that follow the links of an e-mail press none.
 */
export function OpenLink({ token, hasSession }: { token: string } & ContinueProps) {
  const say = useSay('setup');
  const { tenantName } = readShell();
  const queryClient = useQueryClient();
  const open = useMutation({
    mutationFn: () => openLink(token),
    async onSuccess() {
      await rereadSession(queryClient);
      takeTokenAway({ isSpent: true });
      // A tab whose session has ended continues.
      tellTabs({ type: 'signed-in', app: 'setup' });
    },
  });
  const { error } = open;
  if (error instanceof LinkRefused && error.reason !== 'limited')
    return <Refused error={error} token={token} hasSession={hasSession} />;
  return (
    <LinkPage
      title={say('link.title', { tenant: tenantName })}
      text={say('link.text', { tenant: tenantName })}
    >
      {error && error instanceof LinkRefused && (
        <Banner state="error" isLive>
          {say('link.limited')}
        </Banner>
      )}
      {error && !(error instanceof LinkRefused) && <ProblemNote error={error} />}
      <div className={styles['actions']}>
        <Button kind="primary" autoFocus isPending={open.isPending} onPress={() => open.mutate()}>
          {say('link.start')}
        </Button>
        <Continue hasSession={hasSession} />
      </div>
      <p className={styles['note']}>{say('link.note')}</p>
    </LinkPage>
  );
}

/** Shown without a session and without a token. */
export function NoLink() {
  const say = useSay('setup');
  return (
    <LinkPage title={say('noLink.title')} text={say('noLink.text')}>
      {null}
    </LinkPage>
  );
}
