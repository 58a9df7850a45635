import type { ProfileField } from '@platform/sdk';
import { Checkbox } from '../../kit/controls/checkbox.tsx';
import { ComboBox } from '../../kit/controls/combo-box.tsx';
import { NumberField } from '../../kit/controls/number-field.tsx';
import { Select } from '../../kit/controls/select.tsx';
import { TextArea, TextField } from '../../kit/controls/text-field.tsx';
import type { BoundField } from '../../kit/form/form-field.tsx';
import { useSay } from '../../kit/words/words-context.ts';
import { useFormats } from '../../kit/words/words-context.ts';
import { locales } from '../../messages/areas.ts';
import { choicesOf, kindOf, nameOf } from './profile-values.ts';

const codes = ['username', 'pictureUrl', 'profileUrl'];

/** Time zones that contain a text, with spaces for underscores. */
async function timeZones(text: string) {
  const wanted = text.trim().toLowerCase().replaceAll(' ', '_');
  return Intl.supportedValuesOf('timeZone')
    .filter((zone) => zone.toLowerCase().includes(wanted))
    .slice(0, 20)
    .map((id) => ({ id, label: id.replaceAll('_', ' ') }));
}

export interface ProfileControlProps {
  field: ProfileField;
  bound: BoundField<unknown>;
}

/** The languages that pages are written in, and the one that the user has. */
function useLanguages(current: string) {
  const { locale } = useFormats();
  const names = new Intl.DisplayNames(locale, { type: 'language' });
  return [...new Set([...locales, ...(current ? [current] : [])])].map((id) => ({
    id,
    label: names.of(id) ?? id,
  }));
}

function LanguageControl({ bound, ...props }: { bound: BoundField<string>; isDisabled: boolean }) {
  const choices = useLanguages(bound.value);
  return <Select {...bound} {...props} isOptional value={bound.value || null} choices={choices} />;
}

function ZoneControl({ bound, ...props }: { bound: BoundField<string>; isDisabled: boolean }) {
  const { value, onChange } = bound;
  return (
    <ComboBox
      {...bound}
      {...props}
      isOptional
      search={timeZones}
      value={value === '' ? null : { id: value, label: value.replaceAll('_', ' ') }}
      onChange={(choice) => onChange(choice?.id ?? '')}
    />
  );
}

/** The control of a field, by its schema. */
export function ProfileControl({ field, bound }: ProfileControlProps) {
  const say = useSay('account-profile');
  const { readOnlyReason, description } = field;
  const isDisabled = field.readOnly;
  const name = nameOf(field);
  const hint = readOnlyReason ? say(`readOnly.${readOnlyReason}`) : (description ?? undefined);
  const shared = { isDisabled, isOptional: !field.required, hint };
  const text = bound as BoundField<string>;
  if (name === 'locale') return <LanguageControl bound={text} isDisabled={isDisabled} />;
  if (name === 'timeZone') return <ZoneControl bound={text} isDisabled={isDisabled} />;
  const kind = kindOf(field);
  if (kind === 'choice')
    return (
      <Select
        {...text}
        {...shared}
        value={text.value || null}
        choices={(choicesOf(field) ?? []).map((id) => ({ id, label: id }))}
      />
    );
  if (kind === 'flag') {
    const { label, value, onChange, onBlur } = bound as BoundField<boolean>;
    const props = { label, hint, isDisabled, onBlur, onChange, isSelected: value };
    return <Checkbox {...props} />;
  }
  if (kind === 'number') return <NumberField {...(bound as BoundField<number>)} {...shared} />;
  if (kind === 'lines')
    return <TextArea {...(text as BoundField<string>)} {...shared} hint={hint ?? say('lines')} />;
  const isCode = codes.includes(name);
  return <TextField {...text} {...shared} isCode={isCode} isReadOnly={kind === 'fixed'} />;
}
