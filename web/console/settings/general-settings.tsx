import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useForm } from 'react-hook-form';
import { tenant } from '@platform/sdk';
import type { TenantSettings } from '@platform/sdk';
import { bodyOf } from '../../client/form-text.ts';
import { mayCall } from '../../client/permissions.ts';
import { useSession } from '../../client/session-query.ts';
import { tenantUpdate } from '../../generated/forms/tenant.ts';
import { CopyableValue } from '../../kit/content/copyable.tsx';
import { DefinitionList } from '../../kit/content/definition-list.tsx';
import { Section } from '../../kit/content/section.tsx';
import { TextField } from '../../kit/controls/text-field.tsx';
import { ConflictDialog } from '../../kit/form/conflict-dialog.tsx';
import { FormField } from '../../kit/form/form-field.tsx';
import { FieldGroup, Form } from '../../kit/form/form.tsx';
import { useSay } from '../../kit/words/words-context.ts';
import { useConditionalSave } from '../../parts/conditional-save.ts';
import { useDraft } from '../../parts/draft.ts';
import { useFieldRules } from '../../parts/field-rules.ts';
import { Loaded } from '../../parts/loaded.tsx';
import { tenantQuery } from './settings-queries.ts';

interface Values {
  name: string;
  contactEmail: string;
}
const valuesOf = ({ name, contactEmail }: TenantSettings): Values => ({
  name,
  contactEmail: contactEmail ?? '',
});

interface FormProps {
  settings: TenantSettings;
  etag: string | undefined;
  isReadOnly: boolean;
}

function TenantForm({ settings, etag, isReadOnly }: FormProps) {
  const say = useSay('settings');
  const rulesOf = useFieldRules(tenantUpdate);
  const [read] = useState({ value: settings, etag });
  const form = useForm<Values>({ defaultValues: valuesOf(settings), mode: 'onTouched' });
  const { save, conflict } = useConditionalSave({
    form,
    read,
    valuesOf,
    bodyOf,
    send: (api, patch, ifMatch) =>
      tenant(api).update(patch, ifMatch === undefined ? {} : { ifMatch }),
    reread: (api) => tenant(api).get(),
    refreshes: ['tenantGet'],
  });
  useDraft(form, 'tenant');
  return (
    <>
      <Form form={form} save={(patch) => save(bodyOf(patch))}>
        <FieldGroup>
          <FormField form={form} name="name" label={say('name')} rules={rulesOf('name')}>
            {(field) => <TextField {...field} isReadOnly={isReadOnly} />}
          </FormField>
          <FormField
            form={form}
            name="contactEmail"
            label={say('contactEmail')}
            rules={rulesOf('contactEmail')}
          >
            {(field) => (
              <TextField
                {...field}
                type="email"
                isOptional
                hint={say('contactEmail.hint')}
                isReadOnly={isReadOnly}
              />
            )}
          </FormField>
        </FieldGroup>
      </Form>
      {conflict && (
        <ConflictDialog
          {...conflict}
          labelOf={(name) => say(name === 'name' ? 'name' : 'contactEmail')}
        />
      )}
    </>
  );
}

const endpointNames = [
  'issuer',
  'discovery',
  'metadata',
  'authorization',
  'token',
  'userinfo',
  'endSession',
  'jwks',
  'documentKeys',
] as const;

/** Name and contact of the tenant, what the operator has set, and the addresses to copy. */
export function GeneralSettings() {
  const say = useSay('settings');
  const session = useSession();
  const query = useQuery(tenantQuery());
  return (
    <Loaded query={query} lines={8}>
      {(settings, { etag }) => (
        <>
          <Section title={say('general')}>
            <TenantForm
              settings={settings}
              etag={etag}
              isReadOnly={!mayCall(session, 'tenantUpdate')}
            />
            <DefinitionList
              entries={[
                { term: say('slug'), value: <code>{settings.slug}</code> },
                { term: say('mode'), value: say(`mode.${settings.mode}`) },
                ...(settings.region === null
                  ? []
                  : [{ term: say('region'), value: settings.region }]),
              ]}
            />
          </Section>
          <Section title={say('endpoints')}>
            <DefinitionList
              entries={endpointNames.map((name) => ({
                term: say(`endpoint.${name}`),
                value: <CopyableValue text={settings.endpoints[name]} />,
              }))}
            />
          </Section>
        </>
      )}
    </Loaded>
  );
}
