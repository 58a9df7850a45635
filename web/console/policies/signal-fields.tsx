import type { UseFormReturn } from 'react-hook-form';
import { CheckboxGroup } from '../../kit/controls/checkbox-group.tsx';
import { ComboBox } from '../../kit/controls/combo-box.tsx';
import { Select } from '../../kit/controls/select.tsx';
import { TextArea, TextField } from '../../kit/controls/text-field.tsx';
import { FormField } from '../../kit/form/form-field.tsx';
import { FieldGroup } from '../../kit/form/form.tsx';
import { useSay } from '../../kit/words/words-context.ts';
import { useUserSearch } from '../users/user-search.ts';
import { deviceFacts, grantTypes, levels, platforms } from './condition-values.ts';
import type { Label } from './policy-fields.tsx';
import type { SignalValues } from './signal-values.ts';

type Props = { form: UseFormReturn<SignalValues> };

const acrs = ['aal1', 'aal2', 'aal3', 'phr', 'phrh'];

interface OneProps extends Props {
  name: 'grantType' | 'platform' | 'risk' | 'acr';
  ids: readonly string[];
  labelOf: (id: string) => string;
}

function One({ form, name, ids, labelOf }: OneProps) {
  const say = useSay('policies');
  return (
    <FormField form={form} name={name} label={say(`signal.${name}`)}>
      {({ value, onChange, ...field }) => (
        <Select
          {...field}
          value={value as string}
          onChange={onChange as (id: string) => void}
          choices={ids.map((id) => ({ id, label: labelOf(id) }))}
        />
      )}
    </FormField>
  );
}

/** The signals of a request that is simulated. */
export function SignalFields({ form }: Props) {
  const say = useSay('policies');
  const search = useUserSearch();
  const orUnknown = (prefix: string) => (id: string) =>
    id === 'unknown' ? say('signal.unknown') : say(`${prefix}.${id}` as Label);
  return (
    <FieldGroup>
      <One
        form={form}
        name="grantType"
        ids={grantTypes}
        labelOf={(id) => say(`grantTypes.${id}` as Label)}
      />
      <FormField form={form} name="user" label={say('signal.user')}>
        {(field) => <ComboBox {...field} search={search} isOptional />}
      </FormField>
      <FormField form={form} name="roles" label={say('signal.roles')}>
        {(field) => <TextArea {...field} hint={say('hint.lines')} rows={1} isCode isOptional />}
      </FormField>
      <FormField form={form} name="ip" label={say('signal.ip')}>
        {(field) => <TextField {...field} isCode isOptional />}
      </FormField>
      <FormField form={form} name="country" label={say('signal.country')}>
        {(field) => <TextField {...field} hint={say('signal.countryHint')} isOptional />}
      </FormField>
      <FormField form={form} name="scopes" label={say('signal.scopes')}>
        {(field) => <TextArea {...field} hint={say('hint.lines')} rows={1} isCode isOptional />}
      </FormField>
      <FormField form={form} name="detailTypes" label={say('field.detailTypes')}>
        {(field) => <TextArea {...field} hint={say('hint.lines')} rows={1} isCode isOptional />}
      </FormField>
      <One
        form={form}
        name="platform"
        ids={['unknown', ...platforms]}
        labelOf={orUnknown('platform')}
      />
      <FormField form={form} name="device" label={say('signal.device')}>
        {({ onChange, ...field }) => (
          <CheckboxGroup
            {...field}
            isOptional
            onChange={(chosen) => onChange(deviceFacts.filter((id) => chosen.includes(id)))}
            choices={deviceFacts.map((id) => ({ id, label: say(`deviceControls.${id}`) }))}
          />
        )}
      </FormField>
      <One form={form} name="risk" ids={['unknown', ...levels]} labelOf={orUnknown('risk')} />
      <One
        form={form}
        name="acr"
        ids={['unknown', ...acrs]}
        labelOf={(id) => (id === 'unknown' ? say('signal.unknown') : id)}
      />
    </FieldGroup>
  );
}
