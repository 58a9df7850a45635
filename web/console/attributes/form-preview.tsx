import { useState } from 'react';
import { Checkbox } from '../../kit/controls/checkbox.tsx';
import { NumberField } from '../../kit/controls/number-field.tsx';
import { Select } from '../../kit/controls/select.tsx';
import { TextArea, TextField } from '../../kit/controls/text-field.tsx';
import { FieldGroup } from '../../kit/form/form.tsx';
import { Section } from '../../kit/content/section.tsx';
import { useSay } from '../../kit/words/words-context.ts';
import styles from './attributes.module.css';
import type { PreviewField, PreviewGroup } from './preview-fields.ts';

/** A control to try: nothing of it is saved. */
function Control({ field }: { field: PreviewField }) {
  const { label, description, control, values, isRequired, isReadOnly } = field;
  const [chosen, setChosen] = useState<string | null>(null);
  const shared = { label, hint: description, isOptional: !isRequired };
  switch (control) {
    case 'boolean':
      return <Checkbox label={label} hint={description} isDisabled={isReadOnly} />;
    case 'number':
      return <NumberField {...shared} isDisabled={isReadOnly} />;
    case 'choice':
      return (
        <Select
          {...shared}
          isDisabled={isReadOnly}
          value={chosen}
          onChange={setChosen}
          choices={values.map((id) => ({ id, label: id }))}
        />
      );
    case 'lines':
    case 'json':
      return <TextArea {...shared} isDisabled={isReadOnly} isCode={control === 'json'} />;
    default:
      return <TextField {...shared} isDisabled={isReadOnly} autoComplete="off" />;
  }
}

/** The form of a rendered schema. */
export function FormPreview({ groups }: { groups: readonly PreviewGroup[] }) {
  const say = useSay('attributes');
  const sections = groups.map(({ title, fields }) => (
    <Section key={title ?? ''} title={title ?? say('preview.general')}>
      <FieldGroup>
        {fields.map((field) => (
          <Control key={field.key} field={field} />
        ))}
      </FieldGroup>
    </Section>
  ));
  return <div className={styles['form']}>{sections}</div>;
}
