import { useQuery } from '@tanstack/react-query';
import { useForm } from 'react-hook-form';
import { roles } from '@platform/sdk';
import type { Role, UpdateRoleRequest } from '@platform/sdk';
import { bodyOf } from '../../client/form-text.ts';
import { mayCall } from '../../client/permissions.ts';
import type { Read } from '../../client/query.ts';
import { useSession } from '../../client/session-query.ts';
import { rolesUpdate } from '../../generated/forms/roles.ts';
import { Section } from '../../kit/content/section.tsx';
import { TextArea, TextField } from '../../kit/controls/text-field.tsx';
import { ConflictDialog } from '../../kit/form/conflict-dialog.tsx';
import { FormField } from '../../kit/form/form-field.tsx';
import { FieldGroup, Form } from '../../kit/form/form.tsx';
import { useSay } from '../../kit/words/words-context.ts';
import { useConditionalSave } from '../../parts/conditional-save.ts';
import { useDraft } from '../../parts/draft.ts';
import { useFieldRules } from '../../parts/field-rules.ts';
import { useIsFresh } from '../../parts/is-fresh.ts';
import { Loaded } from '../../parts/loaded.tsx';
import { LackNote } from './lack-note.tsx';
import { lackedToGive } from './lacked-scopes.ts';
import { PermissionField } from './permission-field.tsx';
import { PermissionSentences } from './permission-sentences.tsx';
import { useRoleWords } from './role-names.ts';
import { roleQuery } from './role-queries.ts';
import { roleRoute } from './role-routes.ts';

const valuesOf = ({ displayName, description, permissions }: Role) => ({
  displayName: displayName ?? '',
  description: description ?? '',
  permissions: permissions as readonly string[],
});
type RoleValues = ReturnType<typeof valuesOf>;

const labels = {
  displayName: 'name',
  description: 'description',
  permissions: 'permissions',
} as const satisfies Record<keyof RoleValues, string>;

/** Changes a role of the tenant: its permissions are replaced as a whole. */
function RoleForm({ read }: { read: Read<Role> }) {
  const say = useSay('roles');
  const rulesOf = useFieldRules(rolesUpdate);
  const { id } = read.value;
  const form = useForm<RoleValues>({ defaultValues: valuesOf(read.value), mode: 'onTouched' });
  const { save, conflict } = useConditionalSave({
    form,
    read,
    valuesOf,
    bodyOf,
    send: (api, patch, ifMatch) =>
      roles(api).update(id, patch as UpdateRoleRequest, ifMatch === undefined ? {} : { ifMatch }),
    reread: (api) => roles(api).get(id),
    refreshes: ['rolesGet', 'rolesList', 'permissionsList'],
  });
  useDraft(form, `role ${id}`);
  return (
    <>
      <Form form={form} save={(patch) => save(bodyOf(patch))}>
        <FieldGroup>
          <FormField
            form={form}
            name="displayName"
            label={say('name')}
            rules={rulesOf('displayName')}
          >
            {(field) => <TextField {...field} isOptional />}
          </FormField>
          <FormField
            form={form}
            name="description"
            label={say('description')}
            rules={rulesOf('description')}
          >
            {(field) => <TextArea {...field} rows={2} isOptional />}
          </FormField>
        </FieldGroup>
        <Section title={say('permissions')}>
          <FormField
            form={form}
            name="permissions"
            label={say('permissions')}
            rules={{ validate: (names) => names.length > 0 || say('permissions.required') }}
          >
            {(field) => <PermissionField {...field} />}
          </FormField>
        </Section>
      </Form>
      {conflict && (
        <ConflictDialog {...conflict} labelOf={(name) => say(labels[name as keyof RoleValues])} />
      )}
    </>
  );
}

/** What a role allows: to read, and for a role of the tenant to change. */
export function RoleAllows() {
  const say = useSay('roles');
  const session = useSession();
  const { roleId } = roleRoute.useParams();
  const { aboutOf } = useRoleWords();
  const query = useQuery(roleQuery(roleId));
  const isFresh = useIsFresh(query);
  return (
    <Loaded query={query} lines={8}>
      {(role, read) => {
        const mayWrite = !role.system && mayCall(session, 'rolesUpdate');
        const lacked = lackedToGive(session, role.permissions);
        if (mayWrite && lacked.length === 0 && isFresh)
          return <RoleForm key={role.id} read={read} />;
        return (
          <>
            {mayWrite && <LackNote permissions={role.permissions} to="change" />}
            <Section
              title={say('allows')}
              about={aboutOf(role) ?? say('allows.count', { count: role.permissions.length })}
            >
              <PermissionSentences names={role.permissions} label={say('permissions')} />
            </Section>
          </>
        );
      }}
    </Loaded>
  );
}
