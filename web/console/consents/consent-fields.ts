import type { FormDescriptor } from '../../client/form-descriptor.ts';
import { fieldNamed } from '../../client/plain-values.ts';
import { consentGrant } from '../../generated/forms/consents.ts';
import { consentPurposePut } from '../../generated/forms/consent-purposes.ts';
import { useSay } from '../../kit/words/words-context.ts';
import type { PlainField } from '../../parts/plain-fields.tsx';

type Key = Parameters<ReturnType<typeof useSay<'consents'>>>[0];

/** Fields with their words: the label of each, and of each of its values. */
export function useConsentField(of: FormDescriptor = consentGrant) {
  const say = useSay('consents');
  return (name: string, shown: Partial<PlainField> = {}): PlainField => {
    const { values, list } = fieldNamed(of, name);
    return {
      name,
      label: say(`field.${name}` as Key),
      ...(values &&
        !list && { choices: values.map((id) => ({ id, label: say(`${name}.${id}` as Key) })) }),
      ...shown,
    };
  };
}

/** The body of a purpose, with the key of its path. */
export const purposeForm: FormDescriptor = {
  ...consentPurposePut,
  fields: [
    { name: 'purposeKey', kind: 'text', required: true, pattern: '^[a-z][a-z0-9._-]{0,63}$' },
    ...consentPurposePut.fields,
  ],
};
