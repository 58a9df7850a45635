import { useForm } from 'react-hook-form';
import { organizations } from '@platform/sdk';
import type { Member } from '@platform/sdk';
import { findingsOf } from '../../client/field-words.ts';
import { useWrite } from '../../client/write.ts';
import type { Choice } from '../../kit/controls/choice-list.tsx';
import { ComboBox } from '../../kit/controls/combo-box.tsx';
import { FormField } from '../../kit/form/form-field.tsx';
import { showToast } from '../../kit/overlays/toast.tsx';
import { useSay } from '../../kit/words/words-context.ts';
import { FormDialog } from '../../parts/form-dialog.tsx';
import { useUserSearch } from '../users/user-search.ts';
import { RoleField } from './role-field.tsx';

interface MemberDialogProps {
  orgId: string;
  onClose: () => void;
}

/** Adds a member, or sets the direct roles of a member. */
function usePutMember(orgId: string) {
  return useWrite(
    (api, { userId, roles }: { userId: string; roles?: readonly string[] }) =>
      organizations(api).members.put(orgId, userId, roles ? { roles: [...roles] } : {}),
    { refreshes: ['organizationMembersList', 'organizationsGet'] },
  );
}

/** The roles that a member was given here, not by a group of a directory. */
export const directRoles = ({ roleSources }: Member): string[] =>
  roleSources.filter(({ source }) => source === 'direct').map(({ role }) => role);

/** Adds a user of the tenant. */
export function AddMember({ orgId, onClose }: MemberDialogProps) {
  const say = useSay('organizations');
  const sayProblem = useSay('problems');
  const put = usePutMember(orgId);
  const form = useForm<{ user: Choice | null; roles: readonly string[] }>({
    defaultValues: { user: null, roles: [] },
  });
  const search = useUserSearch();
  const requestOf = (roles: readonly string[]) => (roles.length > 0 ? { roles: [...roles] } : {});
  return (
    <FormDialog
      title={say('members.add')}
      form={form}
      save={async (_, { user, roles }) => {
        if (!user) return [];
        try {
          await put.mutateAsync({ userId: user.id, ...requestOf(roles) });
          showToast({ text: say('members.added', { name: user.label }) });
          onClose();
        } catch (error) {
          return findingsOf(error, sayProblem);
        }
      }}
      submit={say('members.add')}
      code={[
        {
          operation: 'organizationMembersPut',
          parameters: [orgId, form.watch('user')?.id ?? 'usr_…'],
          body: requestOf(form.watch('roles')),
        },
      ]}
      onClose={onClose}
    >
      <FormField
        form={form}
        name="user"
        label={say('user')}
        rules={{ validate: (user) => user !== null || sayProblem('field_required') }}
      >
        {(field) => <ComboBox {...field} search={search} hint={say('user.hint')} />}
      </FormField>
      <FormField form={form} name="roles" label={say('roles')}>
        {(field) => <RoleField {...field} hint={say('roles.default')} />}
      </FormField>
    </FormDialog>
  );
}

/** Changes the direct roles of a member. Those that come from groups stay. */
export function ChangeRoles({ orgId, member, onClose }: MemberDialogProps & { member: Member }) {
  const say = useSay('organizations');
  const sayApp = useSay('app');
  const sayProblem = useSay('problems');
  const put = usePutMember(orgId);
  const form = useForm<{ roles: readonly string[] }>({
    defaultValues: { roles: directRoles(member) },
  });
  const userId = member.user.id;
  return (
    <FormDialog
      title={say('members.rolesOf', { name: memberName(member) })}
      form={form}
      save={async (_, { roles }) => {
        try {
          await put.mutateAsync({ userId, roles });
          showToast({ text: sayApp('saved') });
          onClose();
        } catch (error) {
          return findingsOf(error, sayProblem);
        }
      }}
      submit={say('save')}
      code={[
        {
          operation: 'organizationMembersPut',
          parameters: [orgId, userId],
          body: { roles: form.watch('roles') },
        },
      ]}
      onClose={onClose}
    >
      {member.roleSources.some(({ source }) => source === 'group') && (
        <p>{say('members.groupRoles')}</p>
      )}
      <FormField form={form} name="roles" label={say('roles')}>
        {(field) => <RoleField {...field} />}
      </FormField>
    </FormDialog>
  );
}

/** What a member is called: the first of the names that they have. */
export const memberName = ({ user: { displayName, email, id } }: Member): string =>
  displayName ?? email ?? id;
