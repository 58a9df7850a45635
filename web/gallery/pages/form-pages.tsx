import { useEffect } from 'react';
import { useForm } from 'react-hook-form';
import { RadioGroup } from '../../kit/controls/radio-group.tsx';
import { TextArea, TextField } from '../../kit/controls/text-field.tsx';
import { Code, CodePanel } from '../../kit/code/code.tsx';
import { FieldGroup, Form } from '../../kit/form/form.tsx';
import { FormField } from '../../kit/form/form-field.tsx';
import { PageHeader } from '../../kit/frame/page-header.tsx';
import { sample } from '../settings.ts';
import { Specimens } from '../specimen.tsx';
import { Frame } from './frame-pages.tsx';

interface Values {
  name: string;
  website: string;
  about: string;
  access: string;
}

const findings = [
  { pointer: '/website', detail: sample('must be an https address') },
  { pointer: '/plan', detail: sample('The plan of this tenant allows no more applications.') },
];

/** A save that fails for a reason without words. */
const failing = async () => {
  throw new Error('out of order');
};

interface FormProps {
  isWrong?: boolean;
  fails?: boolean;
}

function ApplicationForm({ isWrong, fails }: FormProps) {
  const form = useForm<Values>({
    defaultValues: { name: 'Ledger', website: '', about: '', access: 'all' },
  });
  useEffect(() => {
    form.setValue('name', 'Ledger Pro', { shouldDirty: true });
    form.setValue('website', 'http://ledger.example.com', { shouldDirty: true });
    if (isWrong || fails) document.querySelector('form')?.requestSubmit();
  }, [form, isWrong, fails]);
  return (
    <Frame path="/applications">
      <PageHeader
        title="Ledger"
        crumbs={[{ href: '/applications', label: sample('Applications') }]}
      />
      <Form form={form} save={fails ? failing : async () => (isWrong ? findings : [])}>
        <FieldGroup>
          <FormField form={form} name="name" label={sample('Name')}>
            {(field) => <TextField {...field} hint={sample('People see it when they sign in.')} />}
          </FormField>
          <FormField form={form} name="website" label={sample('Website')}>
            {(field) => <TextField {...field} isOptional />}
          </FormField>
          <FormField form={form} name="about" label={sample('Description')}>
            {(field) => <TextArea {...field} isOptional />}
          </FormField>
        </FieldGroup>
        <FormField form={form} name="access" label={sample('Who can sign in')}>
          {(field) => (
            <RadioGroup
              {...field}
              choices={[
                { id: 'all', label: sample('Everyone'), hint: sample('All users of this tenant') },
                { id: 'assigned', label: sample('Assigned users') },
              ]}
            />
          )}
        </FormField>
      </Form>
    </Frame>
  );
}

export const FormFailedPage = () => <ApplicationForm fails />;
export const FormPage = () => <ApplicationForm />;
export const FormErrorsPage = () => <ApplicationForm isWrong />;

const curl = `curl -X PATCH https://demo.id.example.com/api/v1/clients/app_01h2xcej \\
  -H "Authorization: Bearer $TOKEN" \\
  -H 'Content-Type: application/merge-patch+json' \\
  -d '{"name": "Ledger Pro"}' # one change`;
const typescript = `import { createClient } from '@platform/sdk';

const client = createClient({ baseUrl: 'https://demo.id.example.com', token });
await client.applications.update('app_01h2xcej', { name: 'Ledger Pro' });`;
const json = `{
  "name": "Ledger Pro",
  "redirectUris": ["https://ledger.example.com/callback"],
  "isPublic": false,
  "lifetimeSeconds": 3600
}`;
const yaml = `# applications/ledger.yaml
kind: application
name: Ledger Pro
redirectUris:
  - "https://ledger.example.com/callback"
public: false`;

export const CodePage = () => (
  <Specimens title="Code">
    <CodePanel
      label={sample('Request')}
      samples={[
        { id: 'curl', label: 'curl', code: curl, language: 'shell' },
        { id: 'typescript', label: 'TypeScript', code: typescript, language: 'typescript' },
        { id: 'yaml', label: 'YAML', code: yaml, language: 'yaml' },
      ]}
    />
    <Code label="TypeScript" code={typescript} language="typescript" />
    <Code label="JSON" code={json} language="json" />
    <Code label="YAML" code={yaml} language="yaml" />
  </Specimens>
);
