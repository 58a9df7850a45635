import { webClientId } from '@platform/contracts';
import type { LoginFlow, LoginFlowTemplateResource, LoginMethod } from '@platform/contracts';
import { effectiveFlow } from './effective-flow.ts';
import { assuranceByEntrypoint } from './path-analysis.ts';
import { authenticate, done, enroll, identify, template } from './template-parts.ts';
import type { TemplateSource } from './template-parts.ts';

const first = (methods: LoginMethod[]) => ({ role: 'first' as const, methods });
const second = (methods: LoginMethod[]) => ({ role: 'second' as const, methods });

const secondFactors: LoginMethod[] = ['passkey', 'totp', 'recovery_code'];

const passwordOnly = template('password_only', {
  name: 'Password',
  description: 'Only a password.',
  steps: [
    identify({ found: 'password' }),
    authenticate('password', first(['password']), { success: 'done' }),
    done,
  ],
});

const passwordOptionalMfa = template('password_optional_mfa', {
  name: 'Password with optional second factor',
  description:
    'A password or passkey, and a second factor for everyone who has set one up. Administrators set one up when they open the console.',
  steps: [
    identify({ found: 'first_factor' }),
    authenticate('first_factor', first(['password', 'passkey']), { success: 'enough' }),
    {
      id: 'enough',
      type: 'condition',
      config: {
        branches: [
          {
            id: 'two_factors',
            when: { fact: 'current.aal', op: 'gte', value: 'aal2' },
            next: 'done',
          },
        ],
        otherwise: 'second_factor',
      },
    },
    authenticate('second_factor', second(['totp', 'security_key', 'recovery_code']), {
      success: 'done',
      not_enrolled: 'application',
    }),
    {
      id: 'application',
      type: 'condition',
      config: {
        // The console requires a second factor, so its first administrator must be able to set one up.
        branches: [
          {
            id: 'console',
            when: {
              all: [
                { fact: 'client.id', op: 'eq', value: webClientId },
                { fact: 'request.acrValues', op: 'contains', value: 'aal2' },
              ],
            },
            next: 'set_up',
          },
        ],
        otherwise: 'done',
      },
    },
    enroll('set_up', { methods: ['passkey', 'totp'] }, { success: 'done' }),
    done,
  ],
});

const passwordRequiredMfa = template('password_required_mfa', {
  name: 'Password with second factor',
  description: 'A password and a second factor. Users without a second factor set one up.',
  settings: { minimumAssurance: 'aal2' },
  steps: [
    identify({ found: 'password' }),
    authenticate('password', first(['password']), { success: 'second_factor' }),
    authenticate('second_factor', second(secondFactors), {
      success: 'done',
      not_enrolled: 'set_up',
    }),
    enroll('set_up', { methods: ['passkey', 'totp'] }, { success: 'done' }),
    done,
  ],
});

const passwordlessEmail = template('passwordless_email', {
  name: 'E-mail without password',
  description: 'A code or link by e-mail. New users can sign up.',
  steps: [
    identify(
      { found: 'mail', not_found: 'sign_up' },
      { identifiers: ['email'], concealUnknown: false },
    ),
    authenticate('mail', first(['email_code', 'magic_link']), { success: 'done' }),
    {
      id: 'sign_up',
      type: 'register',
      config: { attributes: [{ name: 'email', required: true }] },
      on: { success: 'done', existing: 'identify' },
    },
    done,
  ],
});

const passkeyFirst = template('passkey_first', {
  name: 'Passkey first',
  description:
    'A passkey if the user has one, and a password otherwise. Users can create a passkey afterwards.',
  steps: [
    identify({ found: 'sign_in' }),
    authenticate('sign_in', first(['passkey', 'password']), { success: 'has_passkey' }),
    {
      id: 'has_passkey',
      type: 'condition',
      config: {
        branches: [
          {
            id: 'has_one',
            when: { fact: 'user.enrolledMethods', op: 'contains', value: 'passkey' },
            next: 'done',
          },
        ],
        otherwise: 'offer_passkey',
      },
    },
    enroll(
      'offer_passkey',
      { methods: ['passkey'], skippable: true },
      { success: 'done', skipped: 'done' },
    ),
    done,
  ],
});

const passkeyRequired = template('passkey_required', {
  name: 'Passkey only',
  description: 'A passkey that identifies and authenticates the user in one step.',
  settings: { minimumAssurance: 'aal2' },
  steps: [authenticate('passkey', first(['passkey']), { success: 'done' }), done],
});

const socialFirst = template('social_first', {
  name: 'Social login first',
  description: 'A social connector, or e-mail and password.',
  steps: [
    authenticate(
      'sign_in',
      { role: 'first', methods: ['social', 'password'], collectIdentifier: true },
      { success: 'done' },
    ),
    done,
  ],
});

const identifierFirstSso = template('identifier_first_sso', {
  name: 'Single sign-on by e-mail domain',
  description:
    "The e-mail domain determines whether users sign in with their organization's identity provider or a password.",
  steps: [
    identify({ found: 'password', federated: 'provider' }, { homeRealmDiscovery: true }),
    authenticate('provider', first(['federation']), { success: 'done' }),
    authenticate('password', first(['password', 'passkey']), { success: 'done' }),
    done,
  ],
});

const adaptiveMfa = template('adaptive_mfa', {
  name: 'Second factor by risk',
  description: 'A second factor if the device is new or the risk is not low.',
  steps: [
    identify({ found: 'password' }),
    authenticate('password', first(['password', 'passkey']), { success: 'risk' }),
    {
      id: 'risk',
      type: 'condition',
      config: {
        branches: [
          {
            id: 'familiar',
            when: {
              all: [
                { fact: 'risk.level', op: 'eq', value: 'low' },
                { fact: 'device.known', op: 'eq', value: true },
              ],
            },
            next: 'done',
          },
          {
            id: 'two_factors',
            when: { fact: 'current.aal', op: 'gte', value: 'aal2' },
            next: 'done',
          },
        ],
        otherwise: 'second_factor',
      },
    },
    authenticate('second_factor', second(['totp', 'security_key', 'recovery_code']), {
      success: 'done',
      not_enrolled: 'set_up',
    }),
    enroll('set_up', { methods: ['passkey', 'totp'] }, { success: 'done' }),
    done,
  ],
});

const hardwareKey = template('hardware_key_aal3', {
  name: 'Hardware key',
  description: 'A password and a hardware security key (AAL3).',
  settings: {
    minimumAssurance: 'aal3',
    sessionLifetimeSeconds: 43_200,
    sessionIdleSeconds: 900,
    stepUpMethods: ['security_key', 'passkey'],
  },
  steps: [
    identify({ found: 'password' }),
    authenticate('password', first(['password']), { success: 'key' }),
    authenticate('key', second(['security_key', 'passkey']), {
      success: 'done',
      not_enrolled: 'refused',
    }),
    { id: 'refused', type: 'deny', config: { reason: 'unmet_authentication_requirements' } },
    done,
  ],
});

const sources: readonly TemplateSource[] = [
  passwordOnly,
  passwordOptionalMfa,
  passwordRequiredMfa,
  passwordlessEmail,
  passkeyFirst,
  passkeyRequired,
  socialFirst,
  identifierFirstSso,
  adaptiveMfa,
  hardwareKey,
];

/** The flow of tenants that have never activated one: version 0. */
export const builtInFlow: LoginFlow = passwordOptionalMfa.definition;

function methodsOf({ steps }: LoginFlow): LoginMethod[] {
  const methods = steps.flatMap((step) =>
    step.type === 'authenticate' || step.type === 'enroll' ? step.config.methods : [],
  );
  return [...new Set(methods)];
}

export const loginFlowTemplates: readonly LoginFlowTemplateResource[] = sources.map(
  ({ id, name, description, definition }) => {
    const methods = methodsOf(definition);
    return {
      id,
      name,
      description,
      assurance: assuranceByEntrypoint(definition, (entrypoint) =>
        effectiveFlow(definition, { entrypoint }),
      ),
      requires: { methods, connectors: methods.includes('social') },
      definition,
    };
  },
);
