import { useNavigate } from '@tanstack/react-router';
import { useForm } from 'react-hook-form';
import { roles } from '@platform/sdk';
import type { CreateRoleRequest } from '@platform/sdk';
import { findingsOf } from '../../client/field-words.ts';
import { creationOf } from '../../client/form-text.ts';
import { useWrite } from '../../client/write.ts';
import { rolesCreate } from '../../generated/forms/roles.ts';
import { TextArea, TextField } from '../../kit/controls/text-field.tsx';
import { FormField } from '../../kit/form/form-field.tsx';
import { showToast } from '../../kit/overlays/toast.tsx';
import { useSay } from '../../kit/words/words-context.ts';
import { useFieldRules } from '../../parts/field-rules.ts';
import { FormDialog } from '../../parts/form-dialog.tsx';
import { PermissionField } from './permission-field.tsx';
import { useRoleWords } from './role-names.ts';

const empty = { displayName: '', key: '', description: '', permissions: [] as readonly string[] };

const requestOf = (values: typeof empty) => creationOf(values) as unknown as CreateRoleRequest;

/** Creates a role, and opens its page. */
export function CreateRole({ onClose }: { onClose: () => void }) {
  const say = useSay('roles');
  const sayProblem = useSay('problems');
  const navigate = useNavigate();
  const rulesOf = useFieldRules(rolesCreate);
  const form = useForm({ defaultValues: empty, mode: 'onTouched' });
  const create = useWrite((api, body: CreateRoleRequest, key) => roles(api).create(body, key), {
    refreshes: ['rolesList'],
  });
  const { nameOf } = useRoleWords();
  return (
    <FormDialog
      title={say('create')}
      size="wide"
      form={form}
      save={async (_, values) => {
        try {
          const role = await create.mutateAsync(requestOf(values));
          showToast({ text: say('created.toast', { name: nameOf(role) }) });
          void navigate({ to: '/access/roles/$roleId', params: { roleId: role.id } });
        } catch (error) {
          return findingsOf(error, sayProblem);
        }
      }}
      submit={say('create')}
      code={[{ operation: 'rolesCreate', body: requestOf(form.watch()) }]}
      onClose={onClose}
    >
      <FormField form={form} name="displayName" label={say('name')} rules={rulesOf('displayName')}>
        {(field) => <TextField {...field} autoComplete="off" autoFocus isOptional />}
      </FormField>
      <FormField form={form} name="key" label={say('key')} rules={rulesOf('key')}>
        {(field) => <TextField {...field} hint={say('key.hint')} autoComplete="off" isCode />}
      </FormField>
      <FormField
        form={form}
        name="description"
        label={say('description')}
        rules={rulesOf('description')}
      >
        {(field) => <TextArea {...field} rows={2} isOptional />}
      </FormField>
      <FormField
        form={form}
        name="permissions"
        label={say('permissions')}
        rules={{ validate: (names) => names.length > 0 || say('permissions.required') }}
      >
        {(field) => <PermissionField {...field} />}
      </FormField>
    </FormDialog>
  );
}
