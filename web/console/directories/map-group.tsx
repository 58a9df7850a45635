import { useForm } from 'react-hook-form';
import { directories } from '@platform/sdk';
import type { CreateGroupRoleMappingRequest } from '@platform/sdk';
import { findingsOf } from '../../client/field-words.ts';
import { useWrite } from '../../client/write.ts';
import { TextField } from '../../kit/controls/text-field.tsx';
import { FormField } from '../../kit/form/form-field.tsx';
import { useSay } from '../../kit/words/words-context.ts';
import { FormDialog } from '../../parts/form-dialog.tsx';

/** Gives a role to the members of a group, which need not exist yet. */
export function MapGroup({ directoryId, onClose }: { directoryId: string; onClose: () => void }) {
  const say = useSay('directories');
  const sayProblem = useSay('problems');
  const form = useForm({ defaultValues: { groupDisplayName: '', role: '' } });
  const create = useWrite(
    (api, body: CreateGroupRoleMappingRequest, key) =>
      directories(api).groupRoleMappings.create(directoryId, body, key),
    { refreshes: ['directoryGroupRoleMappingList'] },
  );
  const rules = { validate: (text: string) => text.trim() !== '' || sayProblem('field_required') };
  return (
    <FormDialog
      title={say('mapping.create')}
      form={form}
      save={async (_, values) => {
        try {
          await create.mutateAsync({
            groupDisplayName: values.groupDisplayName.trim(),
            role: values.role.trim(),
          });
          onClose();
        } catch (error) {
          return findingsOf(error, sayProblem);
        }
      }}
      submit={say('mapping.create')}
      code={[
        {
          operation: 'directoryGroupRoleMappingCreate',
          parameters: [directoryId],
          body: form.watch(),
        },
      ]}
      onClose={onClose}
    >
      <FormField form={form} name="groupDisplayName" label={say('group')} rules={rules}>
        {(field) => <TextField {...field} hint={say('group.hint')} autoFocus />}
      </FormField>
      <FormField form={form} name="role" label={say('role')} rules={rules}>
        {(field) => <TextField {...field} hint={say('role.hint')} isCode />}
      </FormField>
    </FormDialog>
  );
}
