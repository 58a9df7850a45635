import { useState } from 'react';
import { loginExperience } from '@platform/sdk';
import type { LoginDomain } from '@platform/sdk';
import { mayCall } from '../../client/permissions.ts';
import { useSession } from '../../client/session-query.ts';
import { useWrite } from '../../client/write.ts';
import { Badge, StatusDot } from '../../kit/content/badge.tsx';
import { DefinitionList } from '../../kit/content/definition-list.tsx';
import { Section } from '../../kit/content/section.tsx';
import { RelativeTime } from '../../kit/content/time.tsx';
import { Button } from '../../kit/controls/button.tsx';
import { ConfirmDialog } from '../../kit/overlays/confirm-dialog.tsx';
import { showToast } from '../../kit/overlays/toast.tsx';
import { useSay } from '../../kit/words/words-context.ts';
import { ProblemNote } from '../../parts/problem-note.tsx';
import { ShowCode } from '../../parts/show-code.tsx';
import { LoginDomainRecord } from './login-domain-record.tsx';
import styles from './login-domains.module.css';

const dots = {
  pending: 'info',
  verified: 'info',
  active: 'ok',
  failing: 'warning',
  suspended: 'error',
} as const;
const refreshes = ['loginExperienceListDomains'] as const;

interface DomainProps {
  domain: LoginDomain;
}

function DeleteDomain({ domain, onClose }: DomainProps & { onClose: () => void }) {
  const say = useSay('loginDomains');
  const { domain: name, unicodeDomain, status } = domain;
  const isServed = status === 'active' || status === 'failing';
  const remove = useWrite((api, of: string) => loginExperience(api).domains.delete(of), {
    refreshes,
    onDone() {
      showToast({ text: say('deleted', { domain: unicodeDomain }) });
      onClose();
    },
  });
  return (
    <ConfirmDialog
      title={say('delete.title', { domain: unicodeDomain })}
      consequences={isServed ? [say('delete.pages'), say('delete.passkeys')] : [say('delete.free')]}
      action={say('delete')}
      isDanger
      typedName={isServed ? unicodeDomain : undefined}
      isOpen
      isPending={remove.isPending}
      problem={remove.error && <ProblemNote error={remove.error} />}
      onConfirm={() => remove.mutate(name)}
      onClose={onClose}
    />
  );
}

/** When the domain was checked, is checked next, and what happens otherwise. */
function Times({ domain }: DomainProps) {
  const say = useSay('loginDomains');
  const times = [
    ['lastCheckedAt', domain.lastCheckedAt],
    ['nextCheckAt', domain.nextCheckAt],
    ['expiresAt', domain.expiresAt],
    ['failingSince', domain.failingSince],
    ['suspendAt', domain.suspendAt],
  ] as const;
  return (
    <div className={styles['times']}>
      {times.map(
        ([key, at]) =>
          at !== null && (
            <span key={key}>
              {say(`time.${key}`)} <RelativeTime at={at} />
            </span>
          ),
      )}
    </div>
  );
}

/** A domain: how it is, its records, and what DNS answers. */
export function LoginDomainCard({ domain }: DomainProps) {
  const say = useSay('loginDomains');
  const session = useSession();
  const [isDeleting, setIsDeleting] = useState(false);
  const { domain: name, unicodeDomain, status, primary, passkeyRpId, records, checks } = domain;
  const verify = useWrite((api, of: string, key) => loginExperience(api).domains.verify(of, key), {
    refreshes,
  });
  return (
    <Section
      title={unicodeDomain}
      about={say(`about.${status}`)}
      actions={
        <>
          <StatusDot state={dots[status]}>{say(`status.${status}`)}</StatusDot>
          {primary && <Badge>{say('primary')}</Badge>}
          <ShowCode entries={[{ operation: 'loginExperienceVerifyDomain', parameters: [name] }]} />
          {mayCall(session, 'loginExperienceVerifyDomain') && (
            <Button size="small" isPending={verify.isPending} onPress={() => verify.mutate(name)}>
              {say('verify')}
            </Button>
          )}
          {mayCall(session, 'loginExperienceDeleteDomain') && (
            <Button
              size="small"
              aria-label={say('deleteOf', { domain: unicodeDomain })}
              onPress={() => setIsDeleting(true)}
            >
              {say('delete')}
            </Button>
          )}
        </>
      }
    >
      {verify.error && <ProblemNote error={verify.error} />}
      {records.map((record) => (
        <LoginDomainRecord
          key={`${record.purpose} ${record.type}`}
          record={record}
          check={checks.find(({ purpose }) => purpose === record.purpose)}
        />
      ))}
      <DefinitionList entries={[{ term: say('passkeyRpId'), value: <code>{passkeyRpId}</code> }]} />
      <Times domain={domain} />
      {isDeleting && <DeleteDomain domain={domain} onClose={() => setIsDeleting(false)} />}
    </Section>
  );
}
