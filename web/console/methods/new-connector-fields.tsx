import type { UseFormReturn } from 'react-hook-form';
import { PasswordField } from '../../kit/controls/password-field.tsx';
import { TextArea, TextField } from '../../kit/controls/text-field.tsx';
import { FormField } from '../../kit/form/form-field.tsx';
import { useSay } from '../../kit/words/words-context.ts';
import { isGeneric } from './connector-kinds.ts';
import type { ProviderKind } from './connector-kinds.ts';
import { endpointNames } from './connector-values.ts';
import type { NewConnectorValues } from './connector-values.ts';

interface NewConnectorFieldsProps {
  form: UseFormReturn<NewConnectorValues>;
  kind: ProviderKind;
}

/** What a kind of provider needs besides the client id. */
export function NewConnectorFields({ form, kind }: NewConnectorFieldsProps) {
  const say = useSay('methods');
  const sayProblem = useSay('problems');
  const needed = {
    validate: (text: unknown) => String(text).trim() !== '' || sayProblem('field_required'),
  };
  return (
    <>
      {kind !== 'apple' && (
        <FormField form={form} name="clientSecret" label={say('field.clientSecret')}>
          {(field) => <PasswordField {...field} autoComplete="off" isOptional={isGeneric(kind)} />}
        </FormField>
      )}
      {kind === 'apple' && (
        <>
          {(['teamId', 'keyId'] as const).map((name) => (
            <FormField
              key={name}
              form={form}
              name={`apple.${name}`}
              label={say(`field.${name}`)}
              rules={needed}
            >
              {(field) => <TextField {...field} isCode />}
            </FormField>
          ))}
          <FormField
            form={form}
            name="apple.privateKey"
            label={say('field.privateKey')}
            rules={needed}
          >
            {(field) => <TextArea {...field} rows={5} isCode />}
          </FormField>
        </>
      )}
      {kind === 'microsoft' && (
        <FormField form={form} name="microsoft.tenant" label={say('field.tenant')}>
          {(field) => <TextField {...field} hint={say('hint.tenant')} isCode />}
        </FormField>
      )}
      {isGeneric(kind) &&
        (['issuer', ...endpointNames] as const)
          .filter((name) => kind === 'oidc' || (name !== 'issuer' && name !== 'jwksUri'))
          .map((name) => (
            <FormField
              key={`${kind} ${name}`}
              form={form}
              name={`oidc.${name}`}
              label={say(`field.${name}`)}
            >
              {(field) => (
                <TextField
                  {...field}
                  hint={name === 'issuer' && say('hint.issuer')}
                  isCode
                  isOptional={kind === 'oidc'}
                />
              )}
            </FormField>
          ))}
    </>
  );
}
