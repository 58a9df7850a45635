import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { Ellipsis, Trash2 } from 'lucide-react';
import { isProblem, pim } from '@platform/sdk';
import type { EligibleAssignment } from '@platform/sdk';
import { mayCall } from '../../client/permissions.ts';
import type { Read } from '../../client/query.ts';
import { useSession } from '../../client/session-query.ts';
import { useWrite } from '../../client/write.ts';
import { StatusDot } from '../../kit/content/badge.tsx';
import { CopyableId } from '../../kit/content/copyable.tsx';
import { DefinitionList } from '../../kit/content/definition-list.tsx';
import { Section } from '../../kit/content/section.tsx';
import { ExactTime } from '../../kit/content/time.tsx';
import { Verbatim } from '../../kit/content/verbatim.tsx';
import { Button } from '../../kit/controls/button.tsx';
import { IconButton } from '../../kit/controls/icon-button.tsx';
import { Menu } from '../../kit/controls/menu.tsx';
import { PageHeader } from '../../kit/frame/page-header.tsx';
import { ConfirmDialog } from '../../kit/overlays/confirm-dialog.tsx';
import { showToast } from '../../kit/overlays/toast.tsx';
import { useSay } from '../../kit/words/words-context.ts';
import { Loaded } from '../../parts/loaded.tsx';
import { NotFound } from '../../parts/not-found.tsx';
import { ProblemNote } from '../../parts/problem-note.tsx';
import { ShowCode } from '../../parts/show-code.tsx';
import { PrincipalName, usePrincipalName } from '../roles/principal-name.tsx';
import { useElevationName } from './elevation-names.ts';
import { EditEligible } from './edit-eligible.tsx';
import { eligibleAssignmentQuery } from './elevation-queries.ts';
import { eligibleOneRoute } from './elevation-routes.ts';
import { eligibleStates } from './eligible-states.ts';
import { RulesList } from './rules-list.tsx';

type Of = { eligible: EligibleAssignment };

function DeleteEligible({ eligible, onClose }: Of & { onClose: () => void }) {
  const say = useSay('elevation');
  const navigate = useNavigate();
  const queryClient = useQueryClient();
  const name = usePrincipalName(eligible.principal);
  const remove = useWrite((api, id: string) => pim(api).eligibleAssignments.delete(id), {
    refreshes: ['pimEligibilityAdminList', 'pimListActivations'],
    onDone(_, id) {
      showToast({ text: say('eligible.deleted.toast', { name }) });
      void navigate({ to: '/access/elevation/eligible', search: {} });
      queryClient.removeQueries({ queryKey: eligibleAssignmentQuery(id).queryKey });
    },
  });
  return (
    <ConfirmDialog
      title={say('eligible.delete.title', { name })}
      consequences={[say('eligible.delete.open')]}
      action={say('eligible.delete')}
      isDanger
      isOpen
      isPending={remove.isPending}
      problem={remove.error && <ProblemNote error={remove.error} />}
      onConfirm={() => remove.mutate(eligible.id)}
      onClose={onClose}
    />
  );
}

function EligibleActions({ eligible, read }: Of & { read: Read<EligibleAssignment> }) {
  const say = useSay('elevation');
  const sayApp = useSay('app');
  const session = useSession();
  const [isDeleting, setIsDeleting] = useState(false);
  const [isEditing, setIsEditing] = useState(false);
  const remove = {
    id: 'delete',
    label: say('eligible.delete'),
    icon: Trash2,
    isDanger: true,
    onAction: () => setIsDeleting(true),
  };
  return (
    <>
      <ShowCode entries={[{ operation: 'pimEligibilityAdminGet', parameters: [eligible.id] }]} />
      {mayCall(session, 'pimEligibilityAdminUpdate') && eligible.status !== 'expired' && (
        <Button kind="primary" onPress={() => setIsEditing(true)}>
          {say('eligible.edit')}
        </Button>
      )}
      {mayCall(session, 'pimEligibilityAdminDelete') && (
        <Menu
          label={sayApp('moreActions')}
          trigger={<IconButton icon={Ellipsis} label={sayApp('moreActions')} kind="plain" />}
          groups={[{ id: 'danger', entries: [remove] }]}
        />
      )}
      {isEditing && <EditEligible read={read} onClose={() => setIsEditing(false)} />}
      {isDeleting && <DeleteEligible eligible={eligible} onClose={() => setIsDeleting(false)} />}
    </>
  );
}

function Facts({ eligible }: Of) {
  const say = useSay('elevation');
  const { principal, organizationId, justification, expiresAt, createdBy, createdAt } = eligible;
  return (
    <DefinitionList
      entries={[
        { term: say('who'), value: <PrincipalName of={principal} /> },
        {
          term: say('where'),
          value: organizationId === null ? say('where.all') : <code>{organizationId}</code>,
        },
        {
          term: say('eligible.until'),
          value: expiresAt ? <ExactTime at={expiresAt} /> : say('unlimited'),
        },
        {
          term: say('justification'),
          value: justification === null ? say('why.none') : <Verbatim text={justification} />,
        },
        {
          term: say('createdBy'),
          value: (
            <>
              <PrincipalName of={createdBy} /> · <ExactTime at={createdAt} isDate />
            </>
          ),
        },
      ]}
    />
  );
}

/** Who is eligible for what, and the rules of a request. */
export function EligibleOnePage() {
  const say = useSay('elevation');
  const sayApp = useSay('app');
  const { eligibleId } = eligibleOneRoute.useParams();
  const nameOf = useElevationName();
  const query = useQuery(eligibleAssignmentQuery(eligibleId));
  if (isProblem(query.error, 'not_found', 'invalid_parameter')) return <NotFound />;
  return (
    <Loaded query={query} lines={8}>
      {(eligible, read) => (
        <>
          <PageHeader
            crumbs={[{ href: '/access/elevation/eligible', label: say('tab.eligible') }]}
            title={nameOf(eligible)}
            status={
              <StatusDot state={eligibleStates[eligible.status]}>
                {say(`eligible.status.${eligible.status}`)}
              </StatusDot>
            }
            meta={<CopyableId text={eligible.id} label={sayApp('copyId')} isShort />}
            actions={<EligibleActions eligible={eligible} read={read} />}
          />
          <Section title={say('eligible.facts')}>
            <Facts eligible={eligible} />
          </Section>
          <Section title={say('rules')}>
            <RulesList rules={eligible.rules} />
          </Section>
        </>
      )}
    </Loaded>
  );
}
