import { useNavigate } from '@tanstack/react-router';
import { useForm } from 'react-hook-form';
import { apiResources } from '@platform/sdk';
import type { CreateApiResourceRequest } from '@platform/sdk';
import { findingsOf } from '../../client/field-words.ts';
import { creationOf } from '../../client/form-text.ts';
import { useWrite } from '../../client/write.ts';
import { apiResourceCreate } from '../../generated/forms/api-resources.ts';
import { TextField } from '../../kit/controls/text-field.tsx';
import { FormField } from '../../kit/form/form-field.tsx';
import { showToast } from '../../kit/overlays/toast.tsx';
import { useSay } from '../../kit/words/words-context.ts';
import { useFieldRules } from '../../parts/field-rules.ts';
import { FormDialog } from '../../parts/form-dialog.tsx';

const empty = { name: '', identifier: '' };
const requestOf = (values: typeof empty) =>
  creationOf(values) as unknown as CreateApiResourceRequest;

/** Registers an API, and opens its scopes: it is of no use without one. */
export function CreateApi({ onClose }: { onClose: () => void }) {
  const say = useSay('apis');
  const sayProblem = useSay('problems');
  const navigate = useNavigate();
  const rulesOf = useFieldRules(apiResourceCreate);
  const form = useForm({ defaultValues: empty, mode: 'onTouched' });
  const create = useWrite(
    (api, body: CreateApiResourceRequest, key) => apiResources(api).create(body, key),
    { refreshes: ['apiResourceList', 'apiSigningKeyList'] },
  );
  return (
    <FormDialog
      title={say('create')}
      form={form}
      save={async (_, values) => {
        try {
          const { id, name } = await create.mutateAsync(requestOf(values));
          showToast({ text: say('created.toast', { name }) });
          void navigate({ to: '/apis/$apiId/scopes', params: { apiId: id } });
        } catch (error) {
          return findingsOf(error, sayProblem);
        }
      }}
      submit={say('create')}
      code={[{ operation: 'apiResourceCreate', body: requestOf(form.watch()) }]}
      onClose={onClose}
    >
      <FormField form={form} name="name" label={say('name')} rules={rulesOf('name')}>
        {(field) => <TextField {...field} hint={say('name.hint')} autoComplete="off" autoFocus />}
      </FormField>
      <FormField
        form={form}
        name="identifier"
        label={say('identifier')}
        rules={rulesOf('identifier')}
      >
        {(field) => (
          <TextField
            {...field}
            hint={say('identifier.hint')}
            placeholder="https://invoices.example.com"
            autoComplete="off"
            isCode
          />
        )}
      </FormField>
    </FormDialog>
  );
}
