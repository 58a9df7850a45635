import { useState } from 'react';
import { organizations } from '@platform/sdk';
import type { OrganizationDomain } from '@platform/sdk';
import { mayCall } from '../../client/permissions.ts';
import { useSession } from '../../client/session-query.ts';
import { useWrite } from '../../client/write.ts';
import { StatusDot } from '../../kit/content/badge.tsx';
import { Section } from '../../kit/content/section.tsx';
import { Button } from '../../kit/controls/button.tsx';
import { Switch } from '../../kit/controls/switch.tsx';
import { ConfirmDialog } from '../../kit/overlays/confirm-dialog.tsx';
import { showToast } from '../../kit/overlays/toast.tsx';
import { useSay } from '../../kit/words/words-context.ts';
import { DomainRecord } from '../../parts/domain-record.tsx';
import { ProblemNote } from '../../parts/problem-note.tsx';

const dots = { pending: 'info', verified: 'ok', lapsed: 'warning', failed: 'error' } as const;
const refreshes = ['organizationDomainsList'] as const;

interface DomainProps {
  domain: OrganizationDomain;
}

function RemoveDomain({ domain, onClose }: DomainProps & { onClose: () => void }) {
  const say = useSay('organizations');
  const { id, organizationId, displayDomain } = domain;
  const remove = useWrite(
    (api, of: string) => organizations(api).domains.delete(organizationId, of),
    {
      refreshes,
      onDone() {
        showToast({ text: say('domain.removed', { domain: displayDomain }) });
        onClose();
      },
    },
  );
  return (
    <ConfirmDialog
      title={say('domain.remove.title', { domain: displayDomain })}
      consequences={[say('domain.remove.joins'), say('domain.remove.free')]}
      action={say('domain.remove')}
      isDanger
      isOpen
      isPending={remove.isPending}
      problem={remove.error && <ProblemNote error={remove.error} />}
      onConfirm={() => remove.mutate(id)}
      onClose={onClose}
    />
  );
}

/** A domain with the record to copy, until it is verified. */
export function DomainCard({ domain }: DomainProps) {
  const say = useSay('organizations');
  const session = useSession();
  const [isRemoving, setIsRemoving] = useState(false);
  const { id, organizationId, displayDomain, state, enrollment } = domain;
  const verify = useWrite(
    (api, of: string, key) => organizations(api).domains.verify(organizationId, of, key),
    { refreshes },
  );
  const enroll = useWrite(
    (api, joins: boolean) =>
      organizations(api).domains.update(organizationId, id, {
        enrollment: joins ? 'auto_join' : 'none',
      }),
    { refreshes },
  );
  const error = verify.error ?? enroll.error;
  return (
    <Section
      title={displayDomain}
      actions={
        <>
          <StatusDot state={dots[state]}>{say(`domain.${state}`)}</StatusDot>
          {state !== 'verified' && mayCall(session, 'organizationDomainsVerify') && (
            <Button size="small" isPending={verify.isPending} onPress={() => verify.mutate(id)}>
              {say('domain.verify')}
            </Button>
          )}
          {mayCall(session, 'organizationDomainsDelete') && (
            <Button
              size="small"
              aria-label={say('domain.removeOf', { domain: displayDomain })}
              onPress={() => setIsRemoving(true)}
            >
              {say('domain.remove')}
            </Button>
          )}
        </>
      }
    >
      {error && <ProblemNote error={error} />}
      {state !== 'verified' && <DomainRecord domain={domain} />}
      <Switch
        label={say('domain.joins')}
        hint={say('domain.joins.hint')}
        isSelected={enrollment === 'auto_join'}
        isDisabled={enroll.isPending || !mayCall(session, 'organizationDomainsUpdate')}
        onChange={(joins) => enroll.mutate(joins)}
      />
      {isRemoving && <RemoveDomain domain={domain} onClose={() => setIsRemoving(false)} />}
    </Section>
  );
}
