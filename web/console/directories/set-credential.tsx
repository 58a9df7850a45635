import { useForm } from 'react-hook-form';
import { directories } from '@platform/sdk';
import { findingsOf } from '../../client/field-words.ts';
import { useWrite } from '../../client/write.ts';
import { PasswordField } from '../../kit/controls/password-field.tsx';
import { TextArea, TextField } from '../../kit/controls/text-field.tsx';
import { FormField } from '../../kit/form/form-field.tsx';
import { showToast } from '../../kit/overlays/toast.tsx';
import { useSay } from '../../kit/words/words-context.ts';
import { FormDialog } from '../../parts/form-dialog.tsx';
import {
  credentialFields,
  credentialRequest,
  emptyCredential,
  isKeyFile,
  longFields,
  optionalFields,
  secretFields,
} from '../../parts/credential-fields.ts';
import type {
  CredentialField,
  CredentialKind,
  CredentialValues,
} from '../../parts/credential-fields.ts';

interface SetCredentialProps {
  directoryId: string;
  kind: CredentialKind;
  onClose: () => void;
}

/** Sets the credential with which the platform connects. It is never shown again. */
export function SetCredential({ directoryId, kind, onClose }: SetCredentialProps) {
  const say = useSay('directories');
  const sayApp = useSay('app');
  const sayProblem = useSay('problems');
  const form = useForm<CredentialValues>({ defaultValues: emptyCredential });
  const put = useWrite(
    (api, values: CredentialValues) =>
      directories(api).connectorCredential.put(directoryId, credentialRequest(kind, values)),
    { refreshes: ['directoriesGet'], isSecret: true },
  );
  const validate = (name: CredentialField) => (text: string) => {
    if (text.trim() === '') return optionalFields.includes(name) || sayProblem('field_required');
    return name !== 'serviceAccountKey' || isKeyFile(text) || say('credential.notKeyFile');
  };
  return (
    <FormDialog
      title={say('credential.set')}
      form={form}
      save={async (_, values) => {
        try {
          await put.mutateAsync(values);
          showToast({ text: sayApp('saved') });
          onClose();
        } catch (error) {
          return findingsOf(error, sayProblem);
        }
      }}
      submit={say('credential.set')}
      onClose={onClose}
    >
      {credentialFields[kind].fields.map((name) => (
        <FormField
          key={name}
          form={form}
          name={name}
          label={say(`credential.${name}`)}
          rules={{ validate: validate(name) }}
        >
          {(field) => {
            const isOptional = optionalFields.includes(name);
            if (secretFields.includes(name)) return <PasswordField {...field} autoComplete="off" />;
            if (longFields.includes(name))
              return <TextArea {...field} rows={4} isCode isOptional={isOptional} />;
            return <TextField {...field} isCode isOptional={isOptional} autoComplete="off" />;
          }}
        </FormField>
      ))}
    </FormDialog>
  );
}
