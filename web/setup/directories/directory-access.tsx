import { Upload } from 'lucide-react';
import { useState } from 'react';
import { useForm } from 'react-hook-form';
import type { UseFormReturn } from 'react-hook-form';
import type { SetupDirectory } from '@platform/sdk';
import { findingsOf } from '../../client/field-words.ts';
import { Button } from '../../kit/controls/button.tsx';
import { FileButton } from '../../kit/controls/file-button.tsx';
import { Icon } from '../../kit/controls/icon.tsx';
import { PasswordField } from '../../kit/controls/password-field.tsx';
import { Select } from '../../kit/controls/select.tsx';
import { TextArea, TextField } from '../../kit/controls/text-field.tsx';
import { FormField } from '../../kit/form/form-field.tsx';
import { Form } from '../../kit/form/form.tsx';
import { useSay } from '../../kit/words/words-context.ts';
import {
  isKeyFile,
  longFields,
  optionalFields,
  secretFields,
} from '../../parts/credential-fields.ts';
import type { CredentialField } from '../../parts/credential-fields.ts';
import type { Provider } from '../providers.ts';
import {
  configFields,
  configOf,
  creationOf,
  credentialFieldsOf,
  credentialOf,
  directoryValues,
} from './directory-form.ts';
import type { ConfigField, DirectoryValues, ReadKind } from './directory-form.ts';
import { useDirectoryWrites } from './directory-writes.ts';
import styles from '../parts/run.module.css';

export interface DirectoryAccessProps {
  provider: Provider;
  kind: ReadKind;
  /** The name of a new directory. */
  name: string;
  /** Absent: it is created. */
  directory?: SetupDirectory;
  onSaved: (id: string) => void;
}

const vendors = ['active_directory', 'openldap', 'other'] as const;

interface FieldProps {
  form: UseFormReturn<DirectoryValues>;
  name: string;
}

function ConfigControl({ form, name }: FieldProps & { name: ConfigField }) {
  const say = useSay('directories');
  const sayProblem = useSay('problems');
  const isOptional = name === 'domain';
  const validate = (text: string) =>
    isOptional || text.trim() !== '' || sayProblem('field_required');
  return (
    <FormField
      form={form}
      name={`config.${name}`}
      label={say(`config.${name}`)}
      rules={{ validate }}
    >
      {(field) => {
        if (name === 'vendor')
          return (
            <Select
              {...field}
              value={vendors.find((id) => id === field.value) ?? null}
              choices={vendors.map((id) => ({ id, label: say(`vendor.${id}`) }))}
            />
          );
        if (name === 'urls')
          return <TextArea {...field} rows={2} isCode hint={say('config.urls.hint')} />;
        return <TextField {...field} isCode isOptional={isOptional} autoComplete="off" />;
      }}
    </FormField>
  );
}

function CredentialControl({
  form,
  name,
  isKept,
}: FieldProps & { name: CredentialField; isKept: boolean }) {
  const say = useSay('directories');
  const sayProblem = useSay('problems');
  const isOptional = isKept || optionalFields.includes(name);
  const validate = (text: string) => {
    if (text.trim() === '') return isOptional || sayProblem('field_required');
    return name !== 'serviceAccountKey' || isKeyFile(text) || say('credential.notKeyFile');
  };
  return (
    <div className={styles['facts']}>
      <FormField
        form={form}
        name={`credential.${name}`}
        label={say(`credential.${name}`)}
        rules={{ validate }}
      >
        {(field) => {
          if (secretFields.includes(name))
            return <PasswordField {...field} autoComplete="off" isOptional={isOptional} />;
          if (longFields.includes(name))
            return <TextArea {...field} rows={4} isCode isOptional={isOptional} />;
          return <TextField {...field} isCode isOptional={isOptional} autoComplete="off" />;
        }}
      </FormField>
      {name === 'serviceAccountKey' && <KeyFile form={form} />}
    </div>
  );
}

function KeyFile({ form }: Pick<FieldProps, 'form'>) {
  const say = useSay('setup-directories');
  return (
    <div>
      <FileButton
        size="small"
        accept={['.json', 'application/json']}
        onFile={async (file) =>
          form.setValue('credential.serviceAccountKey', await file.text(), { shouldDirty: true })
        }
      >
        <Icon of={Upload} />
        {say('keyFile')}
      </FileButton>
    </div>
  );
}

/** Creates or changes the directory, and then sets its credential. */
function useSaveAccess({ provider, kind, name, directory }: DirectoryAccessProps) {
  const { create, update, setCredential } = useDirectoryWrites();
  const [id, setId] = useState(directory?.id);

  async function saved(values: DirectoryValues): Promise<string> {
    if (id !== undefined) {
      await update.mutateAsync({ id, body: { config: configOf(kind, values.config) } });
      return id;
    }
    const made = await create.mutateAsync(creationOf(kind, { provider, name }, values));
    // If the credential is not accepted, the next attempt changes the directory that exists.
    setId(made.id);
    return made.id;
  }
  return async (values: DirectoryValues): Promise<string> => {
    const to = await saved(values);
    const body = credentialOf(kind, values);
    if (body) await setCredential.mutateAsync({ id: to, body });
    return to;
  };
}

/** Where the directory is, and what the platform reads it with. */
export function DirectoryAccess(props: DirectoryAccessProps) {
  const say = useSay('setup-directories');
  const sayFrame = useSay('setup');
  const sayProblem = useSay('problems');
  const { kind, directory, onSaved } = props;
  const save = useSaveAccess(props);
  const form = useForm<DirectoryValues>({ defaultValues: directoryValues(directory) });
  const isKept = directory?.hasCredential === true;
  return (
    <Form
      form={form}
      save={async (_, values) => {
        try {
          onSaved(await save(values));
        } catch (error) {
          return findingsOf(error, sayProblem);
        }
      }}
      submit={
        <div>
          <Button kind="primary" type="submit" isPending={form.formState.isSubmitting}>
            {sayFrame('continue')}
          </Button>
        </div>
      }
    >
      {configFields[kind].map((name) => (
        <ConfigControl key={name} form={form} name={name} />
      ))}
      {isKept && <p className={styles['quiet']}>{say('credential.kept')}</p>}
      {credentialFieldsOf(kind).map((name) => (
        <CredentialControl key={name} form={form} name={name} isKept={isKept} />
      ))}
    </Form>
  );
}
