// Generated from the catalogue of operations by `npm run generate:web`. Do not edit.

import type { FormDescriptor } from '../../client/form-descriptor.ts';

/** The body of `pimRequestActivation`. */
export const pimRequestActivation: FormDescriptor = {
  operationId: 'pimRequestActivation',
  fields: [
    { name: 'eligibleAssignmentId', kind: 'text', required: true, minLength: 1, maxLength: 64 },
    {
      name: 'durationSeconds',
      kind: 'integer',
      about:
        'Must not exceed the maximum of the activation rules. Defaults to their default duration.',
      minimum: 300,
      maximum: 31536000,
    },
    {
      name: 'startsAt',
      kind: 'text',
      nullable: true,
      about: 'Must be at most 30 days in the future. Defaults to the time of approval.',
      format: 'date-time',
      pattern:
        '^(?:(?:\\d\\d[2468][048]|\\d\\d[13579][26]|\\d\\d0[48]|[02468][048]00|[13579][26]00)-02-29|\\d{4}-(?:(?:0[13578]|1[02])-(?:0[1-9]|[12]\\d|3[01])|(?:0[469]|11)-(?:0[1-9]|[12]\\d|30)|(?:02)-(?:0[1-9]|1\\d|2[0-8])))T(?:(?:[01]\\d|2[0-3]):[0-5]\\d:[0-5]\\d(?:\\.\\d+)?(?:Z|([+-](?:[01]\\d|2[0-3]):[0-5]\\d)))$',
    },
    {
      name: 'justification',
      kind: 'text',
      nullable: true,
      pattern: '^[^\\u0000-\\u001f\\u007f-\\u009f\\u202a-\\u202e\\u2066-\\u2069]*$',
      minLength: 1,
      maxLength: 1000,
    },
    { name: 'ticket', kind: 'object', nullable: true },
    {
      name: 'ticket.system',
      kind: 'text',
      required: true,
      pattern: '^[^\\u0000-\\u001f\\u007f-\\u009f\\u202a-\\u202e\\u2066-\\u2069]*$',
      minLength: 1,
      maxLength: 64,
    },
    {
      name: 'ticket.number',
      kind: 'text',
      required: true,
      pattern: '^[^\\u0000-\\u001f\\u007f-\\u009f\\u202a-\\u202e\\u2066-\\u2069]*$',
      minLength: 1,
      maxLength: 64,
    },
    {
      name: 'scopes',
      kind: 'text',
      list: true,
      about: 'A subset of the scopes of the eligible assignment.',
      pattern: '^[\\x21\\x23-\\x5b\\x5d-\\x7e]{1,128}$',
      maxItems: 50,
    },
  ],
};

/** The body of `pimApproveActivation`. */
export const pimApproveActivation: FormDescriptor = {
  operationId: 'pimApproveActivation',
  fields: [
    {
      name: 'comment',
      kind: 'text',
      nullable: true,
      about: 'Visible to the requester and to everyone who can see the activation.',
      pattern: '^[^\\u0000-\\u001f\\u007f-\\u009f\\u202a-\\u202e\\u2066-\\u2069]*$',
      minLength: 1,
      maxLength: 1000,
    },
  ],
};

/** The body of `pimRevokeActivation`. */
export const pimRevokeActivation: FormDescriptor = {
  operationId: 'pimRevokeActivation',
  fields: [
    {
      name: 'comment',
      kind: 'text',
      nullable: true,
      about: 'Visible to the requester and to everyone who can see the activation.',
      pattern: '^[^\\u0000-\\u001f\\u007f-\\u009f\\u202a-\\u202e\\u2066-\\u2069]*$',
      minLength: 1,
      maxLength: 1000,
    },
  ],
};

/** The body of `pimEligibilityAdminCreate`. */
export const pimEligibilityAdminCreate: FormDescriptor = {
  operationId: 'pimEligibilityAdminCreate',
  fields: [
    { name: 'principal', kind: 'object', required: true },
    { name: 'principal.type', kind: 'text', values: ['user', 'group'], required: true },
    {
      name: 'principal.id',
      kind: 'text',
      required: true,
      pattern: '^[^\\u0000-\\u001f\\u007f-\\u009f\\u202a-\\u202e\\u2066-\\u2069]*$',
      minLength: 1,
      maxLength: 128,
    },
    {
      name: 'role',
      kind: 'text',
      about: 'The key of a role. Exactly one of `role` and `scopes` is required.',
      minLength: 1,
      maxLength: 64,
    },
    {
      name: 'scopes',
      kind: 'text',
      list: true,
      pattern: '^[\\x21\\x23-\\x5b\\x5d-\\x7e]{1,128}$',
      maxItems: 50,
    },
    {
      name: 'organizationId',
      kind: 'text',
      nullable: true,
      about: 'If set, the assignment applies only to tokens for this organization.',
      pattern: '^org_[0-7][0-9a-hjkmnp-tv-z]{25}$',
    },
    {
      name: 'justification',
      kind: 'text',
      nullable: true,
      pattern: '^[^\\u0000-\\u001f\\u007f-\\u009f\\u202a-\\u202e\\u2066-\\u2069]*$',
      minLength: 1,
      maxLength: 1000,
    },
    {
      name: 'startsAt',
      kind: 'text',
      nullable: true,
      about: 'Default: now.',
      format: 'date-time',
      pattern:
        '^(?:(?:\\d\\d[2468][048]|\\d\\d[13579][26]|\\d\\d0[48]|[02468][048]00|[13579][26]00)-02-29|\\d{4}-(?:(?:0[13578]|1[02])-(?:0[1-9]|[12]\\d|3[01])|(?:0[469]|11)-(?:0[1-9]|[12]\\d|30)|(?:02)-(?:0[1-9]|1\\d|2[0-8])))T(?:(?:[01]\\d|2[0-3]):[0-5]\\d:[0-5]\\d(?:\\.\\d+)?(?:Z|([+-](?:[01]\\d|2[0-3]):[0-5]\\d)))$',
    },
    {
      name: 'expiresAt',
      kind: 'text',
      nullable: true,
      about: 'Default: never.',
      format: 'date-time',
      pattern:
        '^(?:(?:\\d\\d[2468][048]|\\d\\d[13579][26]|\\d\\d0[48]|[02468][048]00|[13579][26]00)-02-29|\\d{4}-(?:(?:0[13578]|1[02])-(?:0[1-9]|[12]\\d|3[01])|(?:0[469]|11)-(?:0[1-9]|[12]\\d|30)|(?:02)-(?:0[1-9]|1\\d|2[0-8])))T(?:(?:[01]\\d|2[0-3]):[0-5]\\d:[0-5]\\d(?:\\.\\d+)?(?:Z|([+-](?:[01]\\d|2[0-3]):[0-5]\\d)))$',
    },
    { name: 'rules', kind: 'object' },
    {
      name: 'rules.maxDurationSeconds',
      kind: 'integer',
      about:
        'Must not exceed `platform.pim.max-activation-duration`. Defaults to 28800, or to that limit if it is lower.',
      minimum: 300,
      maximum: 31536000,
    },
    {
      name: 'rules.defaultDurationSeconds',
      kind: 'integer',
      about:
        'Must not exceed `maxDurationSeconds`. Defaults to 3600, or to `maxDurationSeconds` if it is lower.',
      minimum: 300,
      maximum: 31536000,
    },
    { name: 'rules.requireApproval', kind: 'boolean' },
    { name: 'rules.requiredApprovals', kind: 'integer', minimum: 1, maximum: 5 },
    {
      name: 'rules.approvers',
      kind: 'json',
      list: true,
      about: 'If empty, anyone with `tenant:pim.approve` can approve.',
      maxItems: 50,
    },
    { name: 'rules.approvalTimeoutSeconds', kind: 'integer', minimum: 300, maximum: 2592000 },
    { name: 'rules.requireJustification', kind: 'boolean' },
    { name: 'rules.requireTicket', kind: 'boolean' },
    {
      name: 'rules.ticketPattern',
      kind: 'text',
      nullable: true,
      about: 'Regular expression in RE2 syntax that must match the whole ticket number.',
      minLength: 1,
      maxLength: 256,
    },
    {
      name: 'rules.requireAcr',
      kind: 'text',
      nullable: true,
      about: 'Defaults to `platform.pim.default-required-acr`.',
      pattern: '^[\\x21\\x23-\\x5b\\x5d-\\x7e]{1,64}$',
    },
    {
      name: 'rules.requireAuthWithinSeconds',
      kind: 'integer',
      nullable: true,
      minimum: 60,
      maximum: 86400,
    },
  ],
  oneOf: [['role'], ['scopes']],
};

/** The body of `pimEligibilityAdminUpdate`. */
export const pimEligibilityAdminUpdate: FormDescriptor = {
  operationId: 'pimEligibilityAdminUpdate',
  fields: [
    {
      name: 'justification',
      kind: 'text',
      nullable: true,
      pattern: '^[^\\u0000-\\u001f\\u007f-\\u009f\\u202a-\\u202e\\u2066-\\u2069]*$',
      minLength: 1,
      maxLength: 1000,
    },
    {
      name: 'startsAt',
      kind: 'text',
      about: 'Can be changed until it has passed: otherwise, 422 `immutable`.',
      format: 'date-time',
      pattern:
        '^(?:(?:\\d\\d[2468][048]|\\d\\d[13579][26]|\\d\\d0[48]|[02468][048]00|[13579][26]00)-02-29|\\d{4}-(?:(?:0[13578]|1[02])-(?:0[1-9]|[12]\\d|3[01])|(?:0[469]|11)-(?:0[1-9]|[12]\\d|30)|(?:02)-(?:0[1-9]|1\\d|2[0-8])))T(?:(?:[01]\\d|2[0-3]):[0-5]\\d:[0-5]\\d(?:\\.\\d+)?(?:Z|([+-](?:[01]\\d|2[0-3]):[0-5]\\d)))$',
    },
    {
      name: 'expiresAt',
      kind: 'text',
      nullable: true,
      about: 'Must be in the future. Null: never.',
      format: 'date-time',
      pattern:
        '^(?:(?:\\d\\d[2468][048]|\\d\\d[13579][26]|\\d\\d0[48]|[02468][048]00|[13579][26]00)-02-29|\\d{4}-(?:(?:0[13578]|1[02])-(?:0[1-9]|[12]\\d|3[01])|(?:0[469]|11)-(?:0[1-9]|[12]\\d|30)|(?:02)-(?:0[1-9]|1\\d|2[0-8])))T(?:(?:[01]\\d|2[0-3]):[0-5]\\d:[0-5]\\d(?:\\.\\d+)?(?:Z|([+-](?:[01]\\d|2[0-3]):[0-5]\\d)))$',
    },
    { name: 'rules', kind: 'object' },
    {
      name: 'rules.maxDurationSeconds',
      kind: 'integer',
      about: 'Must not exceed `platform.pim.max-activation-duration`.',
      minimum: 300,
      maximum: 31536000,
    },
    {
      name: 'rules.defaultDurationSeconds',
      kind: 'integer',
      about: 'Must not exceed `maxDurationSeconds`.',
      minimum: 300,
      maximum: 31536000,
    },
    { name: 'rules.requireApproval', kind: 'boolean' },
    { name: 'rules.requiredApprovals', kind: 'integer', minimum: 1, maximum: 5 },
    { name: 'rules.approvalTimeoutSeconds', kind: 'integer', minimum: 300, maximum: 2592000 },
    { name: 'rules.requireJustification', kind: 'boolean' },
    { name: 'rules.requireTicket', kind: 'boolean' },
    {
      name: 'rules.approvers',
      kind: 'json',
      list: true,
      about: 'Replaces the complete list. If empty, anyone with `tenant:pim.approve` can approve.',
      maxItems: 50,
    },
    {
      name: 'rules.ticketPattern',
      kind: 'text',
      nullable: true,
      about: 'Regular expression in RE2 syntax that must match the whole ticket number.',
      minLength: 1,
      maxLength: 256,
    },
    {
      name: 'rules.requireAcr',
      kind: 'text',
      nullable: true,
      pattern: '^[\\x21\\x23-\\x5b\\x5d-\\x7e]{1,64}$',
    },
    {
      name: 'rules.requireAuthWithinSeconds',
      kind: 'integer',
      nullable: true,
      minimum: 60,
      maximum: 86400,
    },
  ],
};
