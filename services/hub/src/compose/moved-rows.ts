import type { MovedRows } from '@platform/data-lifecycle/tenant-move';
import { sealedWebhookSecrets } from '../applications/claims-webhooks.ts';
import { sealedSigningKeys } from '../signing-keys/key-generation.ts';

/** What moves with a tenant to another installation. */
export const movedRows: MovedRows = {
  leftOut: {
    account_link_intent: 'expires within minutes; the user starts again',
    activate_attempt: 'counts attempts of minutes',
    device_poll: 'a device that waits for a code gets a new one',
    federation_response: 'a sign-in in progress; the user signs in again',
    login_session: 'a sign-in in progress; the user signs in again',
    oidc_artifact: 'codes, refresh tokens and grants of an issuer whose keys stay here',
    rate_windows: 'counts requests of minutes',
    slug_reservation: 'taken when the tenant is reserved, before its rows arrive',
    signing_key: 'every installation signs with keys of its own',
    spent_assertion: 'an assertion for this issuer is not accepted elsewhere',
    tenant_arrival: 'tenants on their way to this installation',
    tenant_request: 'a retry of a creation goes to this installation',
    test_sign_in: 'a test in progress; the administrator repeats it',
    token_cutoff: 'revokes tokens that the keys of another installation never signed',
    web_session: 'a session of an issuer whose keys stay here',
  },
  sealed: [sealedWebhookSecrets, sealedSigningKeys],
};
