import { useNavigate } from '@tanstack/react-router';
import { useForm } from 'react-hook-form';
import { organizations } from '@platform/sdk';
import type { CreateOrganizationRequest } from '@platform/sdk';
import { findingsOf } from '../../client/field-words.ts';
import { creationOf } from '../../client/form-text.ts';
import { useWrite } from '../../client/write.ts';
import { organizationsCreate } from '../../generated/forms/organizations.ts';
import { TextField } from '../../kit/controls/text-field.tsx';
import { FormField } from '../../kit/form/form-field.tsx';
import { showToast } from '../../kit/overlays/toast.tsx';
import { useSay } from '../../kit/words/words-context.ts';
import { useFieldRules } from '../../parts/field-rules.ts';
import { FormDialog } from '../../parts/form-dialog.tsx';

const empty = { name: '', slug: '', primaryDomain: '', externalId: '' };
const optional = ['slug', 'primaryDomain', 'externalId'] as const;

/** Creates an organization, and opens its page. */
export function CreateOrganization({ onClose }: { onClose: () => void }) {
  const say = useSay('organizations');
  const sayProblem = useSay('problems');
  const navigate = useNavigate();
  const rulesOf = useFieldRules(organizationsCreate);
  const form = useForm({ defaultValues: empty, mode: 'onTouched' });
  const create = useWrite(
    (api, body: CreateOrganizationRequest, key) => organizations(api).create(body, key),
    { refreshes: ['organizationsList'] },
  );
  const bodyOf = (values: typeof empty) =>
    creationOf(values) as unknown as CreateOrganizationRequest;

  async function save(_: unknown, values: typeof empty) {
    try {
      const { id, name } = await create.mutateAsync(bodyOf(values));
      showToast({ text: say('created.toast', { name }) });
      void navigate({ to: '/organizations/$orgId', params: { orgId: id } });
    } catch (error) {
      return findingsOf(error, sayProblem);
    }
  }

  return (
    <FormDialog
      title={say('create.title')}
      form={form}
      save={save}
      submit={say('create')}
      code={[{ operation: 'organizationsCreate', body: bodyOf(form.watch()) }]}
      onClose={onClose}
    >
      <FormField form={form} name="name" label={say('name')} rules={rulesOf('name')}>
        {(field) => <TextField {...field} autoComplete="off" autoFocus />}
      </FormField>
      {optional.map((name) => (
        <FormField key={name} form={form} name={name} label={say(name)} rules={rulesOf(name)}>
          {(field) => (
            <TextField {...field} hint={say(`hint.${name}`)} autoComplete="off" isCode isOptional />
          )}
        </FormField>
      ))}
    </FormDialog>
  );
}
