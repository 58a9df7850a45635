import type { AttributeDefinition } from '@platform/sdk';
import type { FormDescriptor } from '../../client/form-descriptor.ts';
import { fieldNamed } from '../../client/plain-values.ts';
import { useSay } from '../../kit/words/words-context.ts';
import type { PlainField } from '../../parts/plain-fields.tsx';

type Key = Parameters<ReturnType<typeof useSay<'attributes'>>>[0];
type Shape = Pick<AttributeDefinition, 'type' | 'multiValued'>;

const hinted = ['key', 'unique', 'multiValued', 'exposeInToken', 'constraints.pattern', 'group'];
const examples: Readonly<Record<string, string>> = {
  'constraints.options': '[{ "value": "gold", "label": "Gold" }]',
  'constraints.schema': '{ "properties": { "city": { "type": "string" } } }',
  defaultValue: '"none"',
  labels: '{ "de": "Kostenstelle" }',
  descriptions: '{ "de": "…" }',
};

/** Fields of a definition with their words. */
export function useAttributeField(of: FormDescriptor) {
  const say = useSay('attributes');
  return (name: string, shown: Partial<PlainField> = {}): PlainField => {
    const { values } = fieldNamed(of, name);
    const example = examples[name];
    return {
      name,
      label: say(`field.${name}` as Key),
      ...(hinted.includes(name) && { hint: say(`field.${name}.hint` as Key) }),
      ...(example !== undefined && { hint: say('json', { example }) }),
      ...(values && { choices: values.map((id) => ({ id, label: say(`${name}.${id}` as Key) })) }),
      ...shown,
    };
  };
}

const ofType: Readonly<Record<string, readonly string[]>> = {
  string: ['format', 'constraints.minLength', 'constraints.maxLength', 'constraints.pattern'],
  integer: ['constraints.minimum', 'constraints.maximum'],
  number: ['constraints.minimum', 'constraints.maximum'],
  enum: ['constraints.options'],
  object: ['constraints.schema'],
};
const ofLists = ['constraints.minItems', 'constraints.maxItems', 'constraints.uniqueItems'];

/** The constraints that apply to values of a type. */
export const constraintsOf = ({ type, multiValued }: Shape): string[] => [
  ...(ofType[type] ?? []),
  ...(multiValued ? ofLists : []),
];

/** Whether values of a type can be unique. */
export const canBeUnique = ({ type, multiValued }: Shape): boolean =>
  !multiValued && (type === 'string' || type === 'integer');
