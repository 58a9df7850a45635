/**
 * The login flow of the demo tenants, as an administrator would save it. It shows most features of flows: sign-up with a verified
 * address, several first factors, and a second one for people who have it or are asked for it.
 */
export const demoFlow = {
  schemaVersion: 1,
  name: 'Demo',
  description: 'Sign-up, several first factors to choose from, and a second factor on request.',
  entrypoints: { default: 'identify' },
  steps: [
    {
      id: 'identify',
      type: 'identify',
      config: { identifiers: ['email'] },
      on: { found: 'sign_in', not_found: 'sign_up' },
    },
    {
      id: 'sign_up',
      type: 'register',
      config: {
        attributes: [
          { name: 'email', required: true },
          { name: 'displayName', required: true },
        ],
        initialMethods: ['password'],
      },
      on: { success: 'enough', existing: 'identify' },
    },
    {
      id: 'sign_in',
      type: 'authenticate',
      config: { role: 'first', methods: ['password', 'passkey', 'email_code', 'magic_link'] },
      on: { success: 'enough' },
    },
    {
      id: 'enough',
      type: 'condition',
      config: {
        branches: [
          { id: 'proven', when: { fact: 'current.aal', op: 'gte', value: 'aal2' }, next: 'done' },
          {
            id: 'requested',
            when: {
              any: [
                {
                  // Values are in order of preference (OpenID Connect Core §3.1.2.1): if they include aal1, one factor is enough.
                  all: [
                    { fact: 'request.acrValues', op: 'contains', value: 'aal2' },
                    { not: { fact: 'request.acrValues', op: 'contains', value: 'aal1' } },
                  ],
                },
                // From an access policy of the application.
                { fact: 'request.requestedAal', op: 'gte', value: 'aal2' },
              ],
            },
            next: 'required_factor',
          },
        ],
        otherwise: 'second_factor',
      },
    },
    {
      id: 'second_factor',
      type: 'authenticate',
      config: { role: 'second', methods: ['totp', 'recovery_code'] },
      on: { success: 'done', not_enrolled: 'done' },
    },
    {
      id: 'required_factor',
      type: 'authenticate',
      config: { role: 'second', methods: ['totp', 'passkey', 'recovery_code'] },
      on: { success: 'done', not_enrolled: 'set_up' },
    },
    {
      id: 'set_up',
      type: 'enroll',
      config: { methods: ['totp', 'passkey'] },
      on: { success: 'done' },
    },
    { id: 'done', type: 'complete' },
  ],
} as const;
