import { promptedAttributes } from '@platform/login-flow';
import { CheckboxGroup } from '../../kit/controls/checkbox-group.tsx';
import { useSay } from '../../kit/words/words-context.ts';
import { ListField } from './list-field.tsx';

interface Attribute {
  name: string;
  required: boolean;
}

interface AttributeFieldsProps {
  attributes: readonly Attribute[];
  onChange: (attributes: Attribute[]) => void;
  isDisabled: boolean;
}

const isBuiltIn = (name: string): boolean => promptedAttributes.some((one) => one === name);

/** Which attributes a step asks for, and which of them must be given. */
export function AttributeFields({ attributes, onChange, isDisabled }: AttributeFieldsProps) {
  const say = useSay('flows');
  const names = attributes.map(({ name }) => name);
  const required = attributes.filter((one) => one.required).map(({ name }) => name);
  const asking = (asked: readonly string[], must: readonly string[]) =>
    onChange(asked.map((name) => ({ name, required: must.includes(name) })));
  const own = names.filter((name) => !isBuiltIn(name));
  return (
    <>
      <CheckboxGroup
        label={say('attributes')}
        value={names.filter(isBuiltIn)}
        onChange={(chosen) =>
          asking([...promptedAttributes.filter((name) => chosen.includes(name)), ...own], required)
        }
        choices={promptedAttributes.map((id) => ({ id, label: say(`attribute.${id}`) }))}
        isDisabled={isDisabled}
      />
      <ListField
        label={say('attributes.own')}
        hint={say('attributes.own.hint')}
        value={own}
        onChange={(named) => asking([...names.filter(isBuiltIn), ...named], required)}
        isOptional
        isDisabled={isDisabled}
      />
      <CheckboxGroup
        label={say('attributes.required')}
        value={required}
        onChange={(chosen) => asking(names, chosen)}
        choices={names.map((id) => ({
          id,
          label: isBuiltIn(id) ? say(`attribute.${id as 'email'}`) : id,
        }))}
        isOptional
        isDisabled={isDisabled}
      />
    </>
  );
}
