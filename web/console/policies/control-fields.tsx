import { Checkbox } from '../../kit/controls/checkbox.tsx';
import { RadioGroup } from '../../kit/controls/radio-group.tsx';
import { FormField } from '../../kit/form/form-field.tsx';
import { FieldGroup } from '../../kit/form/form.tsx';
import { useSay } from '../../kit/words/words-context.ts';
import { deviceFacts } from './condition-values.ts';
import {
  acrs,
  hasControl,
  messageFault,
  refreshTokens,
  senderConstraints,
} from './control-values.ts';
import { LinesField, ManyField, OneField, SecondsField } from './policy-fields.tsx';
import type { Label, PolicyFieldsProps } from './policy-fields.tsx';

/** What a policy requires before it lets a request through, and how it limits the session. */
function Requirements(props: PolicyFieldsProps) {
  const say = useSay('policies');
  const { form, isReadOnly } = props;
  return (
    <>
      <OneField
        {...props}
        name="acr"
        ids={acrs}
        labelOf={(id) => (id === 'none' ? say('acr.none') : id)}
      />
      <LinesField {...props} name="methods" hint="hint.methods" />
      <SecondsField {...props} name="maxAge" />
      <ManyField
        {...props}
        name="deviceControls"
        ids={deviceFacts}
        labelOf={(id) => `deviceControls.${id}` as Label}
      />
      <LinesField {...props} name="docTypes" hint="hint.docTypes" />
      <FormField form={form} name="passwordChange" label={say('field.passwordChange')}>
        {({ value, ...field }) => (
          <Checkbox {...field} isSelected={value} isReadOnly={isReadOnly} />
        )}
      </FormField>
      <OneField
        {...props}
        name="operator"
        ids={['all', 'any']}
        labelOf={(id) => say(`operator.${id}` as Label)}
      />
      <SecondsField {...props} name="maxAccessToken" />
      <SecondsField {...props} name="maxSession" />
      <OneField
        {...props}
        name="refreshToken"
        ids={refreshTokens}
        labelOf={(id) => say(`refreshToken.${id}` as Label)}
      />
      <OneField
        {...props}
        name="senderConstrained"
        ids={senderConstraints}
        labelOf={(id) => say(`senderConstrained.${id}` as Label)}
      />
    </>
  );
}

/** What a policy does when it applies. */
export function ControlFields(props: PolicyFieldsProps) {
  const say = useSay('policies');
  const { form, isReadOnly } = props;
  return (
    <FieldGroup>
      <FormField
        form={form}
        name="effect"
        label={say('field.effect')}
        rules={{ validate: () => hasControl(form.getValues()) || say('fault.control') }}
      >
        {({ onChange, ...field }) => (
          <RadioGroup
            {...field}
            isReadOnly={isReadOnly}
            onChange={(id) => onChange(id === 'block' ? 'block' : 'require')}
            choices={(['require', 'block'] as const).map((id) => ({
              id,
              label: say(`effect.${id}`),
            }))}
          />
        )}
      </FormField>
      {form.watch('effect') === 'require' && <Requirements {...props} />}
      <LinesField
        {...props}
        name="denyMessage"
        hint="hint.denyMessage"
        faultOf={messageFault}
        fault="fault.message"
      />
    </FieldGroup>
  );
}
