import { useQuery } from '@tanstack/react-query';
import { me } from '@platform/sdk';
import type { MyInvitation, UserOrganization } from '@platform/sdk';
import { useState } from 'react';
import { useWrite } from '../../client/write.ts';
import { Avatar } from '../../kit/content/avatar.tsx';
import { Badge } from '../../kit/content/badge.tsx';
import { EmptyState } from '../../kit/content/empty-state.tsx';
import { Section } from '../../kit/content/section.tsx';
import { ExactTime, RelativeTime } from '../../kit/content/time.tsx';
import { Verbatim } from '../../kit/content/verbatim.tsx';
import { Button } from '../../kit/controls/button.tsx';
import { PageHeader } from '../../kit/frame/page-header.tsx';
import { showToast } from '../../kit/overlays/toast.tsx';
import { currentCursor } from '../../kit/table/cursor-stack.ts';
import { useFormats, useSay } from '../../kit/words/words-context.ts';
import { CursorPager, useExpiredCursor } from '../../parts/cursor-pager.tsx';
import { Loaded } from '../../parts/loaded.tsx';
import { ProblemNote } from '../../parts/problem-note.tsx';
import { ConfirmWrite } from '../../parts/confirm-write.tsx';
import { Item, ItemList } from '../../kit/content/item-list.tsx';
import { PageStack } from '../parts/page-stack.tsx';
import { invitationsQuery, organizationsQuery } from '../queries.ts';
import { organizationsRoute } from '../routes.ts';

const refreshes = ['meOrganizationList', 'meInvitationList', 'meActivityList'] as const;

function InvitationRow({ invitation }: { invitation: MyInvitation }) {
  const say = useSay('account-organizations');
  const formats = useFormats();
  const { id, organizationName: name, email, roles, message, expiresAt } = invitation;
  const accept = useWrite((api, _: null, key) => me(api).invitations.accept(id, key), {
    refreshes,
    onDone: () => showToast({ text: say('invitation.accepted', { name }) }),
  });
  const decline = useWrite((api, _: null, key) => me(api).invitations.decline(id, key), {
    refreshes,
    onDone: () => showToast({ text: say('invitation.declined', { name }) }),
  });
  const error = accept.error ?? decline.error;
  return (
    <Item
      lead={<Avatar name={name} shape="square" size={36} />}
      title={<Verbatim text={name} />}
      facts={[
        say('invitation.to', { email }),
        roles.length > 0 && say('roles', { roles: formats.formatList(roles) }),
        say.rich('invitation.expires', { time: <RelativeTime key="t" at={expiresAt} /> }),
      ]}
      actions={
        <>
          <Button size="small" isPending={decline.isPending} onPress={() => decline.mutate(null)}>
            {say('invitation.decline')}
          </Button>
          <Button
            size="small"
            kind="primary"
            isPending={accept.isPending}
            onPress={() => accept.mutate(null)}
          >
            {say('invitation.accept')}
          </Button>
        </>
      }
    >
      {message !== null && <Verbatim text={message} />}
      {error && <ProblemNote error={error} />}
    </Item>
  );
}

/** Invitations that wait for an answer. Without any, the page does not mention them. */
function Invitations() {
  const say = useSay('account-organizations');
  const query = useQuery(invitationsQuery);
  return (
    <Loaded query={query} loading={<></>}>
      {({ data }) =>
        data.length > 0 && (
          <Section title={say('invitations')}>
            <ItemList label={say('invitations')}>
              {data.map((invitation) => (
                <InvitationRow key={invitation.id} invitation={invitation} />
              ))}
            </ItemList>
          </Section>
        )
      }
    </Loaded>
  );
}

/** Whether a directory manages the membership: then it is ended there. */
const isManaged = ({ sources }: UserOrganization): boolean => sources.includes('directory');

interface RowProps {
  organization: UserOrganization;
  onLeave: () => void;
}

function OrganizationRow({ organization, onLeave }: RowProps) {
  const say = useSay('account-organizations');
  const { organizationName: name, roles, state, joinedAt } = organization;
  return (
    <Item
      lead={<Avatar name={name} shape="square" size={36} />}
      title={<Verbatim text={name} />}
      badges={
        <>
          {roles.map((role) => (
            <Badge key={role}>{role}</Badge>
          ))}
          {state === 'inactive' && <Badge state="warning">{say('inactive')}</Badge>}
        </>
      }
      facts={[
        say.rich('joined', { time: <ExactTime key="t" at={joinedAt} isDate /> }),
        isManaged(organization) && say('managed'),
      ]}
      actions={
        !isManaged(organization) && (
          <Button size="small" onPress={onLeave} aria-label={`${say('leave')}: ${name}`}>
            {say('leave')}
          </Button>
        )
      }
    />
  );
}

function Memberships({ organizations }: { organizations: readonly UserOrganization[] }) {
  const say = useSay('account-organizations');
  const [leaving, setLeaving] = useState<UserOrganization>();
  const leave = useWrite((api, id: string) => me(api).organizations.delete(id), { refreshes });
  const name = leaving?.organizationName ?? '';
  return (
    <>
      <ItemList label={say('title')}>
        {organizations.map((organization) => (
          <OrganizationRow
            key={organization.membershipId}
            organization={organization}
            onLeave={() => setLeaving(organization)}
          />
        ))}
      </ItemList>
      {leaving && (
        <ConfirmWrite
          title={say('leaveTitle', { name })}
          consequences={[say('leaveAccess'), say('leaveBack')]}
          action={say('leaveAction')}
          write={leave}
          input={leaving.organizationId}
          onClose={() => setLeaving(undefined)}
        />
      )}
    </>
  );
}

/** The organizations of the user, and invitations to others. */
export function OrganizationsPage() {
  const say = useSay('account-organizations');
  const { cursors } = organizationsRoute.useSearch();
  const navigate = organizationsRoute.useNavigate();
  const query = useQuery(organizationsQuery(cursors && currentCursor(cursors)));
  useExpiredCursor(query.error, cursors, () => void navigate({ search: {} }));
  return (
    <PageStack head={<PageHeader title={say('title')} meta={say('about')} />}>
      <Invitations />
      <Loaded query={query} lines={4}>
        {(page) =>
          page.data.length === 0 ? (
            <EmptyState why="noneYet" title={say('none.title')}>
              {say('none.text')}
            </EmptyState>
          ) : (
            <Section title={say('memberships')}>
              <Memberships organizations={page.data} />
              <CursorPager
                cursors={cursors}
                page={page}
                onChange={(next) => void navigate({ search: { cursors: next } })}
              />
            </Section>
          )
        }
      </Loaded>
    </PageStack>
  );
}
