// Generated from the catalogue of operations by `npm run generate:sdk`. Do not edit.
import type { Call } from '../../call.ts';
import type { Client } from '../../client.ts';
import type { CallOptions, KeyedOptions } from '../../options.ts';
import type { BodyCode, CommonCode, KeyCode } from '../problems.ts';
import type * as api from '../schemas.ts';

/** Methods of `me`. */
export interface MeResource {
  readonly applications: MeApplicationsResource;

  readonly sessions: MeSessionsResource;

  readonly signInMethods: MeSignInMethodsResource;

  readonly devices: MeDevicesResource;

  readonly identities: MeIdentitiesResource;

  readonly password: MePasswordResource;

  readonly authenticators: MeAuthenticatorsResource;

  readonly recoveryCodes: MeRecoveryCodesResource;
}

/** Methods of `me.applications`. */
export interface MeApplicationsResource {
  /**
   * Lists the applications that have access to your account.
   *
   * Scopes: `self.read`.
   * @example
   * const accountConsentList = await platform.me.applications.list();
   */
  list(options?: CallOptions): Call<api.AccountConsentList, CommonCode>;

  /**
   * Removes an application's access to your account.
   *
   * Deletes the consent and grants, and revokes the tokens of the application.
   *
   * Scopes: `self.write`.
   * @example
   * await platform.me.applications.delete('app_ledger');
   */
  delete(clientId: string, options?: CallOptions): Call<api.Deletion, CommonCode>;
}

/** Methods of `me.sessions`. */
export interface MeSessionsResource {
  /**
   * Lists your sessions, the last used one first.
   *
   * Scopes: `self.read`.
   * @example
   * const userSessionList = await platform.me.sessions.list();
   */
  list(options?: CallOptions): Call<api.UserSessionList, CommonCode>;

  /**
   * Ends all your other sessions.
   *
   * Signs you out of every browser except the one of this request. Applications with offline access keep it; remove them with `meApplicationRemove`.
   *
   * Scopes: `self.write`.
   * @example
   * const endedSessions = await platform.me.sessions.deleteOthers();
   */
  deleteOthers(options?: CallOptions): Call<api.EndedSessions, CommonCode>;

  /**
   * Ends one of your sessions.
   *
   * If it is the session of this request (`current`), its tokens are revoked after the response.
   *
   * Scopes: `self.write`.
   * @example
   * const endedSession = await platform.me.sessions.delete('example');
   */
  delete(sessionId: string, options?: CallOptions): Call<api.EndedSession, CommonCode>;
}

/** Methods of `me.signInMethods`. */
export interface MeSignInMethodsResource {
  /**
   * Lists your sign-in methods.
   *
   * Scopes: `self.read`.
   * @example
   * const signInMethodList = await platform.me.signInMethods.list();
   */
  list(options?: CallOptions): Call<api.SignInMethodList, CommonCode>;
}

/** Methods of `me.devices`. */
export interface MeDevicesResource {
  /**
   * Lists the browsers that you have signed in with, the last used one first.
   *
   * Scopes: `self.read`.
   * @example
   * const knownDeviceList = await platform.me.devices.list();
   */
  list(options?: CallOptions): Call<api.KnownDeviceList, CommonCode>;

  /**
   * Forgets a browser.
   *
   * The browser is no longer trusted and counts as new at the next sign-in. Its session continues.
   *
   * Scopes: `self.write`.
   * @example
   * await platform.me.devices.delete('tdev_01h455vb4pex5vsknk084sn02q');
   */
  delete(id: string, options?: CallOptions): Call<api.Deletion, CommonCode>;
}

/** Methods of `me.identities`. */
export interface MeIdentitiesResource {
  /**
   * Lists your linked identities at social providers.
   *
   * Scopes: `self.read`.
   * @example
   * const linkedIdentityList = await platform.me.identities.list();
   */
  list(options?: CallOptions): Call<api.LinkedIdentityList, CommonCode>;

  /**
   * Begins to link an identity at a social provider.
   *
   * Send the browser to `authorizationUrl`. It returns to the account with the response of the provider, to be passed on with `meIdentityComplete` within an hour.
   *
   * Scopes: `self.write`.
   *
   * Problems: `insufficient_user_authentication`.
   * @example
   * const identityLink = await platform.me.identities.start({ provider: 'google' });
   */
  start(
    body: api.BeginIdentityLinkRequest,
    options?: KeyedOptions,
  ): Call<api.IdentityLink, CommonCode | BodyCode | KeyCode | 'insufficient_user_authentication'>;

  /**
   * Links the identity that a user has proven at a social provider.
   *
   * Scopes: `self.write`.
   *
   * Problems: `already_exists`, `invalid_state`.
   * @example
   * const linkedIdentity = await platform.me.identities.complete({
   *   state: 'example',
   *   code: 'example',
   * });
   */
  complete(
    body: api.CompleteIdentityLinkRequest,
    options?: KeyedOptions,
  ): Call<api.LinkedIdentity, CommonCode | BodyCode | KeyCode | 'already_exists' | 'invalid_state'>;

  /**
   * Unlinks an identity.
   *
   * Scopes: `self.write`.
   *
   * Problems: `insufficient_user_authentication`, `lockout_risk`.
   * @example
   * await platform.me.identities.delete('idn_01h455vb4pex5vsknk084sn02q');
   */
  delete(
    id: string,
    options?: CallOptions,
  ): Call<api.Deletion, CommonCode | 'insufficient_user_authentication' | 'lockout_risk'>;
}

/** Methods of `me.password`. */
export interface MePasswordResource {
  /**
   * Sets your password.
   *
   * Ends your other sessions if it replaces a password.
   *
   * Scopes: `self.write`.
   *
   * Problems: `insufficient_user_authentication`, `invalid_state`.
   * @example
   * const passwordState = await platform.me.password.put({ newPassword: 'example' });
   */
  put(
    body: api.SetPasswordRequest,
    options?: CallOptions,
  ): Call<
    api.PasswordState,
    CommonCode | BodyCode | 'insufficient_user_authentication' | 'invalid_state'
  >;
}

/** Methods of `me.authenticators`. */
export interface MeAuthenticatorsResource {
  /**
   * Begins to set up a passkey, security key or authenticator app.
   *
   * Returns the options for the browser, or the secret for the app. Complete the enrollment within 15 minutes.
   *
   * Scopes: `self.write`.
   *
   * Problems: `insufficient_user_authentication`.
   * @example
   * const enrollment = await platform.me.authenticators.create({ type: 'passkey' });
   */
  create(
    body: api.BeginEnrollmentRequest,
    options?: KeyedOptions,
  ): Call<api.Enrollment, CommonCode | BodyCode | KeyCode | 'insufficient_user_authentication'>;

  /**
   * Completes the enrollment of an authenticator.
   *
   * Scopes: `self.write`.
   *
   * Problems: `invalid_state`.
   * @example
   * const enrolledAuthenticator = await platform.me.authenticators.complete(
   *   'chal_01h455vb4pex5vsknk084sn02q',
   *   { label: 'Production', code: 'example' },
   * );
   */
  complete(
    enrollmentId: string,
    body: api.CompleteEnrollmentRequest,
    options?: KeyedOptions,
  ): Call<api.EnrolledAuthenticator, CommonCode | BodyCode | KeyCode | 'invalid_state'>;

  /**
   * Renames an authenticator.
   *
   * Scopes: `self.write`.
   * @example
   * const signInMethod = await platform.me.authenticators.update(
   *   'authn_01h455vb4pex5vsknk084sn02q',
   *   { label: 'Production' },
   * );
   */
  update(
    id: string,
    body: api.UpdateAuthenticatorRequest,
    options?: CallOptions,
  ): Call<api.SignInMethod, CommonCode | BodyCode>;

  /**
   * Removes an authenticator.
   *
   * Scopes: `self.write`.
   *
   * Problems: `insufficient_user_authentication`, `lockout_risk`.
   * @example
   * await platform.me.authenticators.delete('authn_01h455vb4pex5vsknk084sn02q');
   */
  delete(
    id: string,
    options?: CallOptions,
  ): Call<api.Deletion, CommonCode | 'insufficient_user_authentication' | 'lockout_risk'>;
}

/** Methods of `me.recoveryCodes`. */
export interface MeRecoveryCodesResource {
  /**
   * Creates recovery codes.
   *
   * They replace earlier ones and are shown once.
   *
   * Scopes: `self.write`.
   *
   * Problems: `insufficient_user_authentication`.
   * @example
   * const recoveryCodes = await platform.me.recoveryCodes.create();
   */
  create(
    options?: KeyedOptions,
  ): Call<api.RecoveryCodes, CommonCode | BodyCode | KeyCode | 'insufficient_user_authentication'>;
}

/** Makes the methods of `me` for a client. */
export const me = (client: Client): MeResource => ({
  applications: {
    list: (options) =>
      client.call(
        { name: 'me.applications.list', method: 'GET', path: '/api/v1/me/applications' },
        [],
        undefined,
        options,
      ),
    delete: (clientId, options) =>
      client.call(
        {
          name: 'me.applications.delete',
          method: 'DELETE',
          path: '/api/v1/me/applications/{clientId}',
        },
        [clientId],
        undefined,
        options,
      ),
  },
  sessions: {
    list: (options) =>
      client.call(
        { name: 'me.sessions.list', method: 'GET', path: '/api/v1/me/sessions' },
        [],
        undefined,
        options,
      ),
    deleteOthers: (options) =>
      client.call(
        { name: 'me.sessions.deleteOthers', method: 'DELETE', path: '/api/v1/me/sessions' },
        [],
        undefined,
        options,
      ),
    delete: (sessionId, options) =>
      client.call(
        {
          name: 'me.sessions.delete',
          method: 'DELETE',
          path: '/api/v1/me/sessions/{sessionId}',
          text: true,
        },
        [sessionId],
        undefined,
        options,
      ),
  },
  signInMethods: {
    list: (options) =>
      client.call(
        { name: 'me.signInMethods.list', method: 'GET', path: '/api/v1/me/sign-in-methods' },
        [],
        undefined,
        options,
      ),
  },
  devices: {
    list: (options) =>
      client.call(
        { name: 'me.devices.list', method: 'GET', path: '/api/v1/me/devices' },
        [],
        undefined,
        options,
      ),
    delete: (id, options) =>
      client.call(
        { name: 'me.devices.delete', method: 'DELETE', path: '/api/v1/me/devices/{id}' },
        [id],
        undefined,
        options,
      ),
  },
  identities: {
    list: (options) =>
      client.call(
        { name: 'me.identities.list', method: 'GET', path: '/api/v1/me/identities' },
        [],
        undefined,
        options,
      ),
    start: (body, options) =>
      client.call(
        { name: 'me.identities.start', method: 'POST', path: '/api/v1/me/identities' },
        [],
        body,
        options,
      ),
    complete: (body, options) =>
      client.call(
        {
          name: 'me.identities.complete',
          method: 'POST',
          path: '/api/v1/me/identities:complete',
          seconds: 25,
        },
        [],
        body,
        options,
      ),
    delete: (id, options) =>
      client.call(
        { name: 'me.identities.delete', method: 'DELETE', path: '/api/v1/me/identities/{id}' },
        [id],
        undefined,
        options,
      ),
  },
  password: {
    put: (body, options) =>
      client.call(
        { name: 'me.password.put', method: 'PUT', path: '/api/v1/me/password' },
        [],
        body,
        options,
      ),
  },
  authenticators: {
    create: (body, options) =>
      client.call(
        { name: 'me.authenticators.create', method: 'POST', path: '/api/v1/me/authenticators' },
        [],
        body,
        options,
      ),
    complete: (enrollmentId, body, options) =>
      client.call(
        {
          name: 'me.authenticators.complete',
          method: 'POST',
          path: '/api/v1/me/authenticators/{enrollmentId}/complete',
        },
        [enrollmentId],
        body,
        options,
      ),
    update: (id, body, options) =>
      client.call(
        {
          name: 'me.authenticators.update',
          method: 'PATCH',
          path: '/api/v1/me/authenticators/{id}',
        },
        [id],
        body,
        options,
      ),
    delete: (id, options) =>
      client.call(
        {
          name: 'me.authenticators.delete',
          method: 'DELETE',
          path: '/api/v1/me/authenticators/{id}',
        },
        [id],
        undefined,
        options,
      ),
  },
  recoveryCodes: {
    create: (options) =>
      client.call(
        { name: 'me.recoveryCodes.create', method: 'POST', path: '/api/v1/me/recovery-codes' },
        [],
        undefined,
        options,
      ),
  },
});
