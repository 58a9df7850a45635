import type { UseFormReturn } from 'react-hook-form';
import { Checkbox } from '../../kit/controls/checkbox.tsx';
import { Select } from '../../kit/controls/select.tsx';
import { TextField } from '../../kit/controls/text-field.tsx';
import { FormField } from '../../kit/form/form-field.tsx';
import { useSay } from '../../kit/words/words-context.ts';
import { isGeneric } from './connector-kinds.ts';
import type { ProviderKind } from './connector-kinds.ts';
import { endpointNames } from './connector-values.ts';
import type { ConnectorValues } from './connector-values.ts';

const authMethods = ['client_secret_basic', 'client_secret_post', 'none'] as const;

interface ConnectorProtocolProps {
  form: UseFormReturn<ConnectorValues>;
  kind: ProviderKind;
  isReadOnly: boolean;
}

/** The settings that only some kinds of providers have. */
export function ConnectorProtocol({ form, kind, isReadOnly }: ConnectorProtocolProps) {
  const say = useSay('methods');
  const texts = {
    apple: ['apple.teamId', 'apple.keyId'],
    microsoft: ['microsoft.tenant'],
    oidc: ['oidc.issuer', ...endpointNames.map((name) => `oidc.${name}` as const)],
    oauth2: ['oidc.authorizationEndpoint', 'oidc.tokenEndpoint', 'oidc.userinfoEndpoint'],
  } as const;
  const sayField = say as (key: string) => string;
  const names = kind in texts ? texts[kind as keyof typeof texts] : [];
  return (
    <>
      {names.map((name) => (
        <FormField
          key={name}
          form={form}
          name={name}
          label={sayField(`field.${name.split('.').at(-1)}`)}
        >
          {(field) => <TextField {...field} isCode isOptional isReadOnly={isReadOnly} />}
        </FormField>
      ))}
      {isGeneric(kind) && (
        <>
          <FormField
            form={form}
            name="oidc.tokenEndpointAuth"
            label={say('field.tokenEndpointAuth')}
          >
            {(field) => (
              <Select
                {...field}
                isDisabled={isReadOnly}
                choices={authMethods.map((id) => ({ id, label: say(`auth.${id}`) }))}
              />
            )}
          </FormField>
          <FormField form={form} name="oidc.pkce" label={say('field.pkce')}>
            {({ value, ...field }) => (
              <Checkbox {...field} isSelected={value} isReadOnly={isReadOnly} />
            )}
          </FormField>
        </>
      )}
    </>
  );
}
