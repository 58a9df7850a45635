import { useForm } from 'react-hook-form';
import { loginExperience } from '@platform/sdk';
import type { RegisterLoginDomainRequest } from '@platform/sdk';
import { findingsOf } from '../../client/field-words.ts';
import { useWrite } from '../../client/write.ts';
import { loginExperienceRegisterDomain } from '../../generated/forms/login-experience.ts';
import { Checkbox } from '../../kit/controls/checkbox.tsx';
import { TextField } from '../../kit/controls/text-field.tsx';
import { FormField } from '../../kit/form/form-field.tsx';
import { useSay } from '../../kit/words/words-context.ts';
import { useFieldRules } from '../../parts/field-rules.ts';
import { FormDialog } from '../../parts/form-dialog.tsx';

interface DomainValues {
  domain: string;
  passkeyRpId: string;
  primary: boolean;
}

const bodyOf = ({ domain, passkeyRpId, primary }: DomainValues): RegisterLoginDomainRequest => ({
  domain: domain.trim(),
  primary,
  ...(passkeyRpId.trim() === '' ? {} : { passkeyRpId: passkeyRpId.trim() }),
});

/** Registers a domain. Its records are shown next. */
export function RegisterLoginDomain({ onClose }: { onClose: () => void }) {
  const say = useSay('loginDomains');
  const sayProblem = useSay('problems');
  const rulesOf = useFieldRules(loginExperienceRegisterDomain);
  const form = useForm<DomainValues>({
    defaultValues: { domain: '', passkeyRpId: '', primary: false },
  });
  const register = useWrite(
    (api, body: RegisterLoginDomainRequest, key) => loginExperience(api).domains.create(body, key),
    { refreshes: ['loginExperienceListDomains'] },
  );
  async function save(_: unknown, values: DomainValues) {
    try {
      await register.mutateAsync(bodyOf(values));
      onClose();
      return [];
    } catch (error) {
      return findingsOf(error, sayProblem);
    }
  }
  return (
    <FormDialog
      title={say('add')}
      form={form}
      save={save}
      submit={say('add')}
      code={[{ operation: 'loginExperienceRegisterDomain', body: bodyOf(form.watch()) }]}
      onClose={onClose}
    >
      <FormField form={form} name="domain" label={say('domain')} rules={rulesOf('domain')}>
        {(field) => <TextField {...field} hint={say('domain.hint')} isCode autoFocus />}
      </FormField>
      <FormField form={form} name="passkeyRpId" label={say('passkeyRpId')}>
        {(field) => <TextField {...field} hint={say('passkeyRpId.hint')} isCode isOptional />}
      </FormField>
      <FormField form={form} name="primary" label={say('primary')}>
        {({ value, ...field }) => (
          <Checkbox {...field} isSelected={value} hint={say('primary.hint')} />
        )}
      </FormField>
    </FormDialog>
  );
}
