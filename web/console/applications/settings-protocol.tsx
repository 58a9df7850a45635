import type { Application } from '@platform/sdk';
import { CheckboxGroup } from '../../kit/controls/checkbox-group.tsx';
import { Select } from '../../kit/controls/select.tsx';
import { FormField } from '../../kit/form/form-field.tsx';
import { useSay } from '../../kit/words/words-context.ts';
import { CheckSettingField, ListSettingField, TextSettingField } from './setting-fields.tsx';
import type { SettingProps } from './setting-fields.tsx';

const grants = {
  authorization_code: 'code',
  refresh_token: 'refresh',
  client_credentials: 'credentials',
  'urn:ietf:params:oauth:grant-type:device_code': 'device',
  'urn:ietf:params:oauth:grant-type:token-exchange': 'exchange',
} as const;
const grantIds = Object.keys(grants) as (keyof typeof grants)[];
const methods = ['client_secret_basic', 'client_secret_post', 'private_key_jwt', 'none'] as const;
const algorithms = ['RS256', 'ES256'] as const;

/** How the application talks to the authorization server. */
export function ProtocolSettings({ form, isReadOnly }: Omit<SettingProps<never>, 'name'>) {
  const say = useSay('applications');
  const shared = { form, isReadOnly };
  return (
    <>
      <FormField form={form} name="grantTypes" label={say('field.grantTypes')}>
        {({ onChange, value, ...field }) => (
          <CheckboxGroup
            {...field}
            isReadOnly={isReadOnly}
            value={value}
            onChange={(chosen) =>
              onChange(grantIds.filter((id) => chosen.includes(id)) as Application['grantTypes'])
            }
            choices={grantIds.map((id) => ({ id, label: say(`grant.${grants[id]}`) }))}
          />
        )}
      </FormField>
      <FormField
        form={form}
        name="tokenEndpointAuthMethod"
        label={say('field.tokenEndpointAuthMethod')}
      >
        {(field) => (
          <Select
            {...field}
            isDisabled={isReadOnly}
            choices={methods.map((id) => ({ id, label: say(`auth.${id}`) }))}
          />
        )}
      </FormField>
      {form.watch('tokenEndpointAuthMethod') === 'private_key_jwt' && (
        <TextSettingField {...shared} name="jwksUri" />
      )}
      <ListSettingField {...shared} name="allowedScopes" />
      <FormField
        form={form}
        name="idTokenSignedResponseAlg"
        label={say('field.idTokenSignedResponseAlg')}
      >
        {(field) => (
          <Select
            {...field}
            isDisabled={isReadOnly}
            choices={algorithms.map((id) => ({ id, label: id }))}
          />
        )}
      </FormField>
      <CheckSettingField {...shared} name="requirePkce" />
      <CheckSettingField {...shared} name="requirePar" />
      <CheckSettingField {...shared} name="requireNonce" />
    </>
  );
}
