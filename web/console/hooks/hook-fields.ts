import type { FormDescriptor } from '../../client/form-descriptor.ts';
import { fieldNamed } from '../../client/plain-values.ts';
import { useSay } from '../../kit/words/words-context.ts';
import type { PlainField } from '../../parts/plain-fields.tsx';

type Key = Parameters<ReturnType<typeof useSay<'hooks'>>>[0];

/** Fields of a hook with their words. */
export function useHookField(of: FormDescriptor) {
  const say = useSay('hooks');
  const hinted = ['url', 'clientIds', 'failureMode', 'headers', 'secret'];
  return (name: string, shown: Partial<PlainField> = {}): PlainField => {
    const { values } = fieldNamed(of, name);
    return {
      name,
      label: say(`field.${name}` as Key),
      ...(hinted.includes(name) && { hint: say(`field.${name}.hint` as Key) }),
      ...(values && { choices: values.map((id) => ({ id, label: say(`${name}.${id}` as Key) })) }),
      ...shown,
    };
  };
}
