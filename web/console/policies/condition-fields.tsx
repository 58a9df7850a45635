import { TextField } from '../../kit/controls/text-field.tsx';
import { FormField } from '../../kit/form/form-field.tsx';
import { FieldGroup } from '../../kit/form/form.tsx';
import { useSay } from '../../kit/words/words-context.ts';
import {
  deviceFacts,
  grantTypes,
  levels,
  platforms,
  principalTypes,
  subjectFault,
  windowFault,
} from './condition-values.ts';
import { LinesField, ManyField, OneField } from './policy-fields.tsx';
import type { Label, PolicyFieldsProps } from './policy-fields.tsx';

/** When a policy applies. */
export function ConditionFields(props: PolicyFieldsProps) {
  const say = useSay('policies');
  const { form, isReadOnly } = props;
  const hasTimes = form.watch('windows').trim() !== '';
  return (
    <FieldGroup>
      <ManyField
        {...props}
        name="principalTypes"
        ids={principalTypes}
        labelOf={(id) => `principalTypes.${id}` as Label}
      />
      <LinesField
        {...props}
        name="include"
        hint="hint.include"
        faultOf={subjectFault}
        fault="fault.subject"
      />
      <LinesField
        {...props}
        name="exclude"
        hint="hint.exclude"
        faultOf={subjectFault}
        fault="fault.subject"
      />
      <LinesField {...props} name="networks" hint="hint.networks" />
      <LinesField {...props} name="networksExcept" hint="hint.networksExcept" />
      <ManyField
        {...props}
        name="grantTypes"
        ids={grantTypes}
        labelOf={(id) => `grantTypes.${id}` as Label}
      />
      <LinesField {...props} name="scopes" hint="hint.lines" />
      <LinesField {...props} name="resources" hint="hint.resources" />
      <LinesField {...props} name="detailTypes" hint="hint.detailTypes" />
      <ManyField
        {...props}
        name="platforms"
        ids={platforms}
        labelOf={(id) => `platform.${id}` as Label}
      />
      {deviceFacts.map((name) => (
        <OneField
          key={name}
          {...props}
          name={name}
          ids={['any', 'yes', 'no']}
          labelOf={(id) => say(id as Label)}
        />
      ))}
      <ManyField
        {...props}
        name="riskSignIn"
        ids={levels}
        labelOf={(id) => `risk.${id}` as Label}
      />
      <ManyField {...props} name="riskUser" ids={levels} labelOf={(id) => `risk.${id}` as Label} />
      <LinesField
        {...props}
        name="windows"
        hint="hint.windows"
        faultOf={windowFault}
        fault="fault.window"
      />
      {hasTimes && (
        <FormField form={form} name="timezone" label={say('field.timezone')}>
          {(field) => <TextField {...field} isCode isReadOnly={isReadOnly} />}
        </FormField>
      )}
      <OneField
        {...props}
        name="whenUnknown"
        ids={['match', 'no_match']}
        labelOf={(id) => say(`whenUnknown.${id}` as Label)}
      />
    </FieldGroup>
  );
}
