import { useState } from 'react';
import { useForm } from 'react-hook-form';
import { organizations } from '@platform/sdk';
import type { CreateSetupLinkRequest } from '@platform/sdk';
import { findingsOf } from '../../client/field-words.ts';
import { useWrite } from '../../client/write.ts';
import { organizationSetupLinksCreate } from '../../generated/forms/organizations.ts';
import { CheckboxGroup } from '../../kit/controls/checkbox-group.tsx';
import { Checkbox } from '../../kit/controls/checkbox.tsx';
import { Select } from '../../kit/controls/select.tsx';
import { TextField } from '../../kit/controls/text-field.tsx';
import { FormField } from '../../kit/form/form-field.tsx';
import { SecretDialog } from '../../kit/overlays/secret-dialog.tsx';
import { showToast } from '../../kit/overlays/toast.tsx';
import { useSay } from '../../kit/words/words-context.ts';
import { useFieldRules } from '../../parts/field-rules.ts';
import { FormDialog } from '../../parts/form-dialog.tsx';

const intents = ['sso', 'directory', 'domains', 'logs'] as const;
const lifetimes = ['3600', '86400', '604800', '2592000'] as const;

interface LinkValues {
  intents: readonly (typeof intents)[number][];
  recipient: string;
  expiresInSeconds: (typeof lifetimes)[number];
  mail: boolean;
}

const bodyOf = (values: LinkValues): CreateSetupLinkRequest => ({
  ...values,
  intents: [...values.intents],
  recipient: values.recipient.trim(),
  expiresInSeconds: Number(values.expiresInSeconds),
});

/** Makes a link with which an IT contact connects the organization, without an account. The platform asks for a recent sign-in. */
export function SendSetupLink({ orgId, onClose }: { orgId: string; onClose: () => void }) {
  const say = useSay('organizations');
  const sayProblem = useSay('problems');
  const rulesOf = useFieldRules(organizationSetupLinksCreate);
  const [url, setUrl] = useState<string>();
  const form = useForm<LinkValues>({
    defaultValues: { intents: ['sso'], recipient: '', expiresInSeconds: '604800', mail: true },
  });
  const create = useWrite(
    (api, body: CreateSetupLinkRequest, key) =>
      organizations(api).setupLinks.create(orgId, body, key),
    { refreshes: ['organizationSetupLinksList'], isSecret: true },
  );
  if (url !== undefined)
    return (
      <SecretDialog
        title={say('link.created')}
        secret={url}
        fileName="setup-link.txt"
        onClose={onClose}
      />
    );
  return (
    <FormDialog
      title={say('link.send')}
      form={form}
      save={async (_, values) => {
        try {
          const link = await create.mutateAsync(bodyOf(values));
          if (!values.mail) return setUrl(link.url);
          showToast({ text: say('link.sent', { email: link.recipient }) });
          onClose();
        } catch (error) {
          return findingsOf(error, sayProblem);
        }
      }}
      submit={say(form.watch('mail') ? 'link.send' : 'link.create')}
      code={[
        {
          operation: 'organizationSetupLinksCreate',
          parameters: [orgId],
          body: bodyOf(form.watch()),
        },
      ]}
      onClose={onClose}
    >
      <FormField
        form={form}
        name="intents"
        label={say('link.intents')}
        rules={{ validate: (chosen) => chosen.length > 0 || sayProblem('field_required') }}
      >
        {({ onChange, ...field }) => (
          <CheckboxGroup
            {...field}
            onChange={(chosen) => onChange(intents.filter((id) => chosen.includes(id)))}
            choices={intents.map((id) => ({
              id,
              label: say(`intent.${id}`),
              hint: say(`intentHint.${id}`),
            }))}
          />
        )}
      </FormField>
      <FormField
        form={form}
        name="recipient"
        label={say('link.recipient')}
        rules={rulesOf('recipient')}
      >
        {(field) => (
          <TextField {...field} type="email" hint={say('link.recipient.hint')} autoComplete="off" />
        )}
      </FormField>
      <FormField form={form} name="expiresInSeconds" label={say('link.expires')}>
        {(field) => (
          <Select
            {...field}
            choices={lifetimes.map((id) => ({ id, label: say(`lifetime.${id}`) }))}
          />
        )}
      </FormField>
      <FormField form={form} name="mail" label={say('link.mail')}>
        {({ value, ...field }) => (
          <Checkbox {...field} isSelected={value} hint={say('link.mail.hint')} />
        )}
      </FormField>
    </FormDialog>
  );
}
