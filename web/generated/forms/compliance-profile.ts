// Generated from the catalogue of operations by `npm run generate:web`. Do not edit.

import type { FormDescriptor } from '../../client/form-descriptor.ts';

/** The body of `complianceProfilePut`. */
export const complianceProfilePut: FormDescriptor = {
  operationId: 'complianceProfilePut',
  fields: [
    {
      name: 'controllerName',
      kind: 'text',
      nullable: true,
      pattern: '^[^\\u0000-\\u001f\\u007f-\\u009f\\u202a-\\u202e\\u2066-\\u2069]*$',
      minLength: 1,
      maxLength: 200,
    },
    {
      name: 'controllerAddress',
      kind: 'text',
      nullable: true,
      pattern: '^[^\\u0000-\\u001f\\u007f-\\u009f\\u202a-\\u202e\\u2066-\\u2069]*$',
      minLength: 1,
      maxLength: 500,
    },
    {
      name: 'contactEmail',
      kind: 'text',
      nullable: true,
      format: 'email',
      pattern:
        "^(?:[A-Za-z0-9_'+\\-]+\\.)*[A-Za-z0-9_'+\\-]*[A-Za-z0-9_+-]@(?:[A-Za-z0-9][A-Za-z0-9\\-]*\\.)+[A-Za-z]{2,}$",
      maxLength: 254,
    },
    {
      name: 'phone',
      kind: 'text',
      nullable: true,
      pattern: '^[^\\u0000-\\u001f\\u007f-\\u009f\\u202a-\\u202e\\u2066-\\u2069]*$',
      minLength: 1,
      maxLength: 50,
    },
    {
      name: 'url',
      kind: 'text',
      nullable: true,
      format: 'uri',
      pattern: '^[Hh][Tt][Tt][Pp][Ss]:',
      maxLength: 2048,
    },
    {
      name: 'dpoContact',
      kind: 'text',
      nullable: true,
      about: 'Contact details of the data protection officer.',
      pattern: '^[^\\u0000-\\u001f\\u007f-\\u009f\\u202a-\\u202e\\u2066-\\u2069]*$',
      minLength: 1,
      maxLength: 320,
    },
    {
      name: 'supervisoryAuthority',
      kind: 'text',
      nullable: true,
      pattern: '^[^\\u0000-\\u001f\\u007f-\\u009f\\u202a-\\u202e\\u2066-\\u2069]*$',
      minLength: 1,
      maxLength: 200,
    },
    {
      name: 'rightsUrl',
      kind: 'text',
      nullable: true,
      about: 'Page where data subjects can read about and exercise their rights.',
      format: 'uri',
      pattern: '^[Hh][Tt][Tt][Pp][Ss]:',
      maxLength: 2048,
    },
    { name: 'jurisdiction', kind: 'text', nullable: true, pattern: '^[A-Z]{2}(-[A-Z0-9]{1,3})?$' },
    {
      name: 'defaultLocale',
      kind: 'text',
      nullable: true,
      about: 'A BCP 47 language tag, such as de-CH.',
      pattern: '^(?:[A-Za-z]{2,3}|[A-Za-z]{5,8})(?:-[A-Za-z0-9]{1,8})*$',
      maxLength: 35,
    },
  ],
};
