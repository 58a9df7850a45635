import { useForm } from 'react-hook-form';
import { permissions } from '@platform/sdk';
import type { CreatePermissionRequest } from '@platform/sdk';
import { findingsOf } from '../../client/field-words.ts';
import { creationOf } from '../../client/form-text.ts';
import { useWrite } from '../../client/write.ts';
import { permissionsCreate } from '../../generated/forms/permissions.ts';
import { TextField } from '../../kit/controls/text-field.tsx';
import { FormField } from '../../kit/form/form-field.tsx';
import { showToast } from '../../kit/overlays/toast.tsx';
import { useSay } from '../../kit/words/words-context.ts';
import { useFieldRules } from '../../parts/field-rules.ts';
import { FormDialog } from '../../parts/form-dialog.tsx';

const empty = { name: '', description: '' };

/** Creates a permission that roles can then contain. */
export function CreatePermission({ onClose }: { onClose: () => void }) {
  const say = useSay('roles');
  const sayProblem = useSay('problems');
  const rulesOf = useFieldRules(permissionsCreate);
  const form = useForm({ defaultValues: empty, mode: 'onTouched' });
  const create = useWrite(
    (api, body: CreatePermissionRequest, key) => permissions(api).create(body, key),
    { refreshes: ['permissionsList'] },
  );
  const requestOf = (values: typeof empty) =>
    creationOf(values) as unknown as CreatePermissionRequest;
  return (
    <FormDialog
      title={say('permission.create')}
      form={form}
      save={async (_, values) => {
        try {
          const { name } = await create.mutateAsync(requestOf(values));
          showToast({ text: say('permission.created.toast', { name }) });
          onClose();
        } catch (error) {
          return findingsOf(error, sayProblem);
        }
      }}
      submit={say('permission.create')}
      code={[{ operation: 'permissionsCreate', body: requestOf(form.watch()) }]}
      onClose={onClose}
    >
      <FormField form={form} name="name" label={say('permission.name')} rules={rulesOf('name')}>
        {(field) => (
          <TextField
            {...field}
            hint={say('permission.nameHint')}
            autoComplete="off"
            autoFocus
            isCode
          />
        )}
      </FormField>
      <FormField
        form={form}
        name="description"
        label={say('permission.sentence')}
        rules={rulesOf('description')}
      >
        {(field) => <TextField {...field} hint={say('permission.sentenceHint')} isOptional />}
      </FormField>
    </FormDialog>
  );
}
