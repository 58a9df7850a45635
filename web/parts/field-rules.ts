import { fieldFault } from '../client/form-check.ts';
import type { FormDescriptor } from '../client/form-descriptor.ts';
import { fieldWords } from '../client/problem-words.ts';
import { useSay } from '../kit/words/words-context.ts';

/** The checks of react-hook-form while the user types. */
export interface FieldRules {
  validate: (value: unknown) => string | true;
}

/** Makes the rules of fields from the descriptor of a body. Coarser than the platform, which decides. */
export function useFieldRules(form: FormDescriptor): (name: string) => FieldRules {
  const say = useSay('problems');
  return (name) => {
    const field = form.fields.find((one) => one.name === name);
    if (!field) throw new TypeError(`${form.operationId} has no field ${name}.`);
    return {
      validate(value) {
        const fault = fieldFault(field, typeof value === 'string' ? value.trim() : value);
        const words = fault && fieldWords(fault);
        return words ? say(words.key, words.values) : true;
      },
    };
  };
}
