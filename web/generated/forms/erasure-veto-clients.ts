// Generated from the catalogue of operations by `npm run generate:web`. Do not edit.

import type { FormDescriptor } from '../../client/form-descriptor.ts';

/** The body of `erasureVetoClientRegister`. */
export const erasureVetoClientRegister: FormDescriptor = {
  operationId: 'erasureVetoClientRegister',
  fields: [
    {
      name: 'name',
      kind: 'text',
      required: true,
      pattern: '^[^\\u0000-\\u001f\\u007f-\\u009f\\u202a-\\u202e\\u2066-\\u2069]*$',
      minLength: 1,
      maxLength: 100,
    },
    {
      name: 'url',
      kind: 'text',
      required: true,
      about: 'Receives a POST request before a data subject is erased.',
      format: 'uri',
      pattern: '^[Hh][Tt][Tt][Pp][Ss]:',
      maxLength: 2048,
    },
    {
      name: 'onTimeout',
      kind: 'text',
      values: ['hold', 'allow'],
      about: 'How a missing or invalid response is treated.',
    },
  ],
};
