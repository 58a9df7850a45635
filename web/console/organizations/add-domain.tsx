import { useForm } from 'react-hook-form';
import { organizations } from '@platform/sdk';
import type { AddDomainRequest } from '@platform/sdk';
import { findingsOf } from '../../client/field-words.ts';
import { useWrite } from '../../client/write.ts';
import { organizationDomainsAdd } from '../../generated/forms/organizations.ts';
import { Checkbox } from '../../kit/controls/checkbox.tsx';
import { TextField } from '../../kit/controls/text-field.tsx';
import { FormField } from '../../kit/form/form-field.tsx';
import { useSay } from '../../kit/words/words-context.ts';
import { useFieldRules } from '../../parts/field-rules.ts';
import { FormDialog } from '../../parts/form-dialog.tsx';

interface DomainValues {
  domain: string;
  joins: boolean;
}

const bodyOf = ({ domain, joins }: DomainValues): AddDomainRequest => ({
  domain: domain.trim(),
  enrollment: joins ? 'auto_join' : 'none',
});

/** Adds a domain. Its record is shown next. */
export function AddDomain({ orgId, onClose }: { orgId: string; onClose: () => void }) {
  const say = useSay('organizations');
  const sayProblem = useSay('problems');
  const rulesOf = useFieldRules(organizationDomainsAdd);
  const form = useForm<DomainValues>({ defaultValues: { domain: '', joins: false } });
  const add = useWrite(
    (api, body: AddDomainRequest, key) => organizations(api).domains.create(orgId, body, key),
    { refreshes: ['organizationDomainsList'] },
  );
  return (
    <FormDialog
      title={say('domain.add')}
      form={form}
      save={async (_, values) => {
        try {
          await add.mutateAsync(bodyOf(values));
          onClose();
        } catch (error) {
          return findingsOf(error, sayProblem);
        }
      }}
      submit={say('domain.add')}
      code={[
        {
          operation: 'organizationDomainsAdd',
          parameters: [orgId],
          body: bodyOf(form.watch()),
        },
      ]}
      onClose={onClose}
    >
      <FormField
        form={form}
        name="domain"
        label={say('domain')}
        rules={{
          validate: (text) =>
            text.trim() === '' ? sayProblem('field_required') : rulesOf('domain').validate(text),
        }}
      >
        {(field) => <TextField {...field} hint={say('domain.hint')} isCode autoFocus />}
      </FormField>
      <FormField form={form} name="joins" label={say('domain.joins')}>
        {({ value, ...field }) => (
          <Checkbox {...field} isSelected={value} hint={say('domain.joins.hint')} />
        )}
      </FormField>
    </FormDialog>
  );
}
