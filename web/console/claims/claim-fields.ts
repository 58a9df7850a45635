import type { FormDescriptor } from '../../client/form-descriptor.ts';
import { fieldNamed } from '../../client/plain-values.ts';
import type { PlainValues } from '../../client/plain-values.ts';
import { webhookClaimSchemaPut } from '../../generated/forms/webhook-claim-schemas.ts';
import { useSay } from '../../kit/words/words-context.ts';
import type { PlainField } from '../../parts/plain-fields.tsx';
import type { PlainGroup } from '../../parts/plain-form.tsx';

type Key = Parameters<ReturnType<typeof useSay<'claims'>>>[0];

/** The body of a claim, with the name of its path. */
export const claimForm: FormDescriptor = {
  ...webhookClaimSchemaPut,
  fields: [
    { name: 'claimName', kind: 'text', required: true, maxLength: 128 },
    ...webhookClaimSchemaPut.fields,
  ],
};

const hinted = [
  'claimName',
  'schema',
  'source.pointer',
  'source.endpointId',
  'clientIds',
  'scopes',
  'resources',
  'required',
  'default',
];

/** Fields of a claim with their words. */
export function useClaimField() {
  const say = useSay('claims');
  return (name: string, shown: Partial<PlainField> = {}): PlainField => {
    const { values } = fieldNamed(claimForm, name);
    return {
      name,
      label: say(`field.${name}` as Key),
      ...(hinted.includes(name) && { hint: say(`field.${name}.hint` as Key) }),
      ...(values && { choices: values.map((id) => ({ id, label: say(`${name}.${id}` as Key) })) }),
      ...shown,
    };
  };
}

const sourceFields: Readonly<Record<string, readonly string[]>> = {
  attribute: ['source.pointer'],
  endpoint: [
    'source.endpointId',
    'source.pointer',
    'source.timeoutMilliseconds',
    'source.cacheTtlSeconds',
    'source.staleIfErrorSeconds',
  ],
};
const codes = [
  'claimName',
  'source.pointer',
  'source.endpointId',
  'clientIds',
  'scopes',
  'resources',
];

/** The fields for the source of a claim and for its recipients. */
export function useClaimGroups(): (values: PlainValues) => readonly PlainGroup[] {
  const say = useSay('claims');
  const fieldOf = useClaimField();
  const fieldFor = (kind: string) => (name: string) =>
    fieldOf(name, {
      ...(codes.includes(name) && { isCode: true }),
      ...(name.endsWith('Seconds') && { unit: say('seconds') }),
      ...(name.endsWith('Milliseconds') && { unit: say('milliseconds') }),
      ...(name === 'source.pointer' && { isRequired: kind === 'attribute' }),
      ...(['source.endpointId', 'tokens'].includes(name) && { isRequired: true }),
    });
  return ({ source, required }) => {
    const kind = String((source as PlainValues | undefined)?.['kind'] ?? 'webhook');
    const field = fieldFor(kind);
    return [
      {
        title: say('group.value'),
        fields: [
          'description',
          'source.kind',
          ...(sourceFields[kind] ?? []),
          'schema',
          'required',
          // A required claim has no default.
          ...(required === true ? [] : ['default']),
        ].map(field),
      },
      {
        title: say('group.recipients'),
        fields: ['tokens', 'clientIds', 'scopes', 'resources', 'enabled'].map(field),
      },
    ];
  };
}
