// Generated from the catalogue of operations by `npm run generate:sdk`. Do not edit.
import type { Call } from '../../call.ts';
import type { Client } from '../../client.ts';
import type { CallOptions, ConditionalOptions, KeyedOptions } from '../../options.ts';
import type { PagedCall } from '../../pages.ts';
import type { BodyCode, CommonCode, KeyCode } from '../problems.ts';
import type * as api from '../schemas.ts';

/** Methods of `me`. */
export interface MeResource {
  /**
   * Gets your profile.
   *
   * Scopes: `self.read`.
   * @example
   * const myProfile = await platform.me.get();
   */
  get(options?: CallOptions): Call<api.MyProfile, CommonCode>;

  /**
   * Updates your profile.
   *
   * JSON Merge Patch (RFC 7396), including `metadata`. `GET /me/profile-schema` shows which properties can be changed. E-mail addresses and phone numbers are changed as contacts.
   *
   * Scopes: `self.write`.
   *
   * Problems: `already_exists`, `invalid_state`, `limit_exceeded`, `precondition_failed`.
   * @example
   * const myProfile = await platform.me.update({
   *   displayName: 'Ada Lovelace',
   *   username: 'ada',
   * });
   */
  update(
    body: api.UpdateMyProfileRequest,
    options?: ConditionalOptions,
  ): Call<
    api.MyProfile,
    | CommonCode
    | BodyCode
    | 'already_exists'
    | 'invalid_state'
    | 'limit_exceeded'
    | 'precondition_failed'
  >;

  /**
   * Gets the form of your profile.
   *
   * Lists the properties that you can see, in the order of the form, and which of them you can change.
   *
   * Scopes: `self.read`.
   * @example
   * const myProfileSchema = await platform.me.getProfileSchema();
   */
  getProfileSchema(
    options?: api.MeGetProfileSchemaQuery & CallOptions,
  ): Call<api.MyProfileSchema, CommonCode>;

  readonly applications: MeApplicationsResource;

  readonly sessions: MeSessionsResource;

  readonly preferences: MePreferencesResource;

  readonly contacts: MeContactsResource;

  readonly organizations: MeOrganizationsResource;

  readonly invitations: MeInvitationsResource;

  readonly activity: MeActivityResource;

  readonly signInMethods: MeSignInMethodsResource;

  readonly devices: MeDevicesResource;

  readonly identities: MeIdentitiesResource;

  readonly identityProviders: MeIdentityProvidersResource;

  readonly password: MePasswordResource;

  readonly authenticators: MeAuthenticatorsResource;

  readonly recoveryCodes: MeRecoveryCodesResource;

  readonly consents: MeConsentsResource;

  readonly accessRequests: MeAccessRequestsResource;

  readonly erasureRequest: MeErasureRequestResource;
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

/** Methods of `me.preferences`. */
export interface MePreferencesResource {
  /**
   * Gets your preferences.
   *
   * Scopes: `self.read`.
   * @example
   * const myPreferences = await platform.me.preferences.get();
   */
  get(options?: CallOptions): Call<api.MyPreferences, CommonCode>;

  /**
   * Replaces your preferences.
   *
   * What the applications remember for you, such as language, theme, columns of tables and saved views. They are deleted with the user.
   *
   * Scopes: `self.write`.
   *
   * Problems: `limit_exceeded`, `precondition_failed`.
   * @example
   * const myPreferences = await platform.me.preferences.put({ values: {} });
   */
  put(
    body: api.PutPreferencesRequest,
    options?: ConditionalOptions,
  ): Call<api.MyPreferences, CommonCode | BodyCode | 'limit_exceeded' | 'precondition_failed'>;
}

/** Methods of `me.contacts`. */
export interface MeContactsResource {
  /**
   * Adds a contact and sends a code to it.
   *
   * The contact belongs to you once you have entered the code. Call this again for another code. Only one code is valid at a time. Codes can be sent to e-mail addresses, not to phone numbers.
   *
   * Scopes: `self.write`.
   *
   * Problems: `already_exists`, `invalid_state`, `limit_exceeded`.
   * @example
   * const myContact = await platform.me.contacts.create({ type: 'email', value: 'example' });
   */
  create(
    body: api.AddContactRequest,
    options?: KeyedOptions,
  ): Call<
    api.MyContact,
    CommonCode | BodyCode | KeyCode | 'already_exists' | 'invalid_state' | 'limit_exceeded'
  >;

  /**
   * Verifies a contact with the code that was sent to it.
   *
   * The first verified e-mail address becomes the primary one. Returns 409 `already_exists` if the contact belongs to another account.
   *
   * Scopes: `self.write`.
   *
   * Problems: `already_exists`, `invalid_state`, `limit_exceeded`.
   * @example
   * const myContact = await platform.me.contacts.verify('example', { code: '493817' });
   */
  verify(
    contactId: string,
    body: api.VerifyContactRequest,
    options?: KeyedOptions,
  ): Call<
    api.MyContact,
    CommonCode | BodyCode | KeyCode | 'already_exists' | 'invalid_state' | 'limit_exceeded'
  >;

  /**
   * Removes a contact.
   *
   * A primary contact cannot be removed. Make another one the primary one first.
   *
   * Scopes: `self.write`.
   *
   * Problems: `invalid_state`.
   * @example
   * await platform.me.contacts.delete('example');
   */
  delete(
    contactId: string,
    options?: CallOptions,
  ): Call<api.Deletion, CommonCode | 'invalid_state'>;

  readonly primary: MeContactsPrimaryResource;
}

/** Methods of `me.contacts.primary`. */
export interface MeContactsPrimaryResource {
  /**
   * Makes a verified contact the primary one.
   *
   * The former primary contact is kept.
   *
   * Scopes: `self.write`.
   *
   * Problems: `already_exists`, `insufficient_user_authentication`, `invalid_state`, `validation_failed`.
   * @example
   * const myContact = await platform.me.contacts.primary.put('example');
   */
  put(
    contactId: string,
    options?: CallOptions,
  ): Call<
    api.MyContact,
    | CommonCode
    | 'already_exists'
    | 'insufficient_user_authentication'
    | 'invalid_state'
    | 'validation_failed'
  >;
}

/** Methods of `me.organizations`. */
export interface MeOrganizationsResource {
  /**
   * Lists your organizations.
   *
   * `roleSources` shows which roles are direct and which come from groups.
   *
   * Scopes: `self.read`.
   *
   * Problems: `invalid_cursor`.
   * @example
   * for await (const userOrganization of platform.me.organizations.list())
   *   console.log(userOrganization);
   */
  list(
    options?: api.MeOrganizationsListQuery & CallOptions,
  ): PagedCall<api.UserOrganizationList, CommonCode | 'invalid_cursor'>;

  /**
   * Leaves an organization.
   *
   * A membership that a directory manages cannot be ended here and returns 409 with `managed_by_directory`.
   *
   * Scopes: `self.write`.
   *
   * Problems: `invalid_state`.
   * @example
   * await platform.me.organizations.delete('org_01h455vb4pex5vsknk084sn02q');
   */
  delete(orgId: string, options?: CallOptions): Call<api.Deletion, CommonCode | 'invalid_state'>;
}

/** Methods of `me.invitations`. */
export interface MeInvitationsResource {
  /**
   * Lists pending invitations to you.
   *
   * Lists invitations to your verified e-mail addresses, newest first.
   *
   * Scopes: `self.read`.
   *
   * Problems: `invalid_cursor`.
   * @example
   * for await (const myInvitation of platform.me.invitations.list())
   *   console.log(myInvitation);
   */
  list(
    options?: api.MeInvitationsListQuery & CallOptions,
  ): PagedCall<api.MyInvitationList, CommonCode | 'invalid_cursor'>;

  /**
   * Accepts an invitation to you.
   *
   * Scopes: `self.write`.
   *
   * Problems: `invalid_state`, `limit_exceeded`.
   * @example
   * const answeredInvitation = await platform.me.invitations.accept(
   *   'inv_01h455vb4pex5vsknk084sn02q',
   * );
   */
  accept(
    invId: string,
    options?: KeyedOptions,
  ): Call<
    api.AnsweredInvitation,
    CommonCode | BodyCode | KeyCode | 'invalid_state' | 'limit_exceeded'
  >;

  /**
   * Declines an invitation to you.
   *
   * The invitation is revoked. The organization can invite you again.
   *
   * Scopes: `self.write`.
   *
   * Problems: `invalid_state`.
   * @example
   * const answeredInvitation = await platform.me.invitations.decline(
   *   'inv_01h455vb4pex5vsknk084sn02q',
   * );
   */
  decline(
    invId: string,
    options?: KeyedOptions,
  ): Call<api.AnsweredInvitation, CommonCode | BodyCode | KeyCode | 'invalid_state'>;
}

/** Methods of `me.activity`. */
export interface MeActivityResource {
  /**
   * Lists what happened to your account, newest first.
   *
   * Sign-ins, elevations, and changes of your profile, sign-in methods and memberships, as long as events are kept (90 days by default).
   *
   * Scopes: `self.read`.
   *
   * Problems: `invalid_cursor`.
   * @example
   * for await (const myActivity of platform.me.activity.list()) console.log(myActivity);
   */
  list(
    options?: api.MeActivityListQuery & CallOptions,
  ): PagedCall<api.MyActivityList, CommonCode | 'invalid_cursor'>;
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

/** Methods of `me.identityProviders`. */
export interface MeIdentityProvidersResource {
  /**
   * Lists the social providers whose identities you can link.
   *
   * Scopes: `self.read`.
   * @example
   * const identityProviderList = await platform.me.identityProviders.list();
   */
  list(options?: CallOptions): Call<api.IdentityProviderList, CommonCode>;
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

/** Methods of `me.consents`. */
export interface MeConsentsResource {
  /**
   * Lists your consents, newest first.
   *
   * Scopes: `self.read`.
   *
   * Problems: `invalid_cursor`.
   * @example
   * for await (const consentSummary of platform.me.consents.list())
   *   console.log(consentSummary);
   */
  list(
    options?: api.MeConsentsListQuery & CallOptions,
  ): PagedCall<api.ConsentSummaryList, CommonCode | 'invalid_cursor'>;

  /**
   * Gets the signed receipt of your consent.
   *
   * Returns the same bytes until the consent changes. Earlier receipts stay valid.
   *
   * Scopes: `self.read`.
   *
   * Problems: `invalid_state`.
   * @example
   * const consentReceipt = await platform.me.consents.getReceipt(
   *   'cns_01h455vb4pex5vsknk084sn02q',
   * );
   */
  getReceipt(
    consentId: string,
    options?: CallOptions,
  ): Call<api.ConsentReceipt, CommonCode | 'invalid_state'>;

  /**
   * Withdraws your consent.
   *
   * Scopes: `self.write`.
   *
   * Problems: `invalid_state`.
   * @example
   * const consentSummary = await platform.me.consents.withdraw(
   *   'cns_01h455vb4pex5vsknk084sn02q',
   *   { reason: 'Requested by the customer.' },
   * );
   */
  withdraw(
    consentId: string,
    body?: api.WithdrawMyConsentRequest,
    options?: KeyedOptions,
  ): Call<api.ConsentSummary, CommonCode | BodyCode | KeyCode | 'invalid_state'>;
}

/** Methods of `me.accessRequests`. */
export interface MeAccessRequestsResource {
  /**
   * Lists requests for your data, newest first.
   *
   * Scopes: `self.read`.
   *
   * Problems: `invalid_cursor`.
   * @example
   * for await (const myAccessRequest of platform.me.accessRequests.list())
   *   console.log(myAccessRequest);
   */
  list(
    options?: api.MeAccessRequestsListQuery & CallOptions,
  ): PagedCall<api.MyAccessRequestList, CommonCode | 'invalid_cursor'>;

  /**
   * Requests a copy of your data.
   *
   * Collects your data from every service into one ZIP file. You can have only one open request; an `already_exists` error returns its id in `existingId`.
   *
   * Scopes: `self.write`.
   *
   * Problems: `already_exists`, `invalid_state`, `limit_exceeded`.
   * @example
   * const myAccessRequest = await platform.me.accessRequests.create({ kind: 'access' });
   */
  create(
    body?: api.CreateMyAccessRequest,
    options?: KeyedOptions,
  ): Call<
    api.MyAccessRequest,
    CommonCode | BodyCode | KeyCode | 'already_exists' | 'invalid_state' | 'limit_exceeded'
  >;

  /**
   * Gets a request for your data.
   *
   * Scopes: `self.read`.
   * @example
   * const myAccessRequest = await platform.me.accessRequests.get(
   *   'dsr_01h455vb4pex5vsknk084sn02q',
   * );
   */
  get(requestId: string, options?: CallOptions): Call<api.MyAccessRequest, CommonCode>;

  /**
   * Downloads your data.
   *
   * Returns a ZIP file with a signed manifest. Supports range requests. The file is deleted at `bundle.expiresAt`.
   *
   * Scopes: `self.read`.
   *
   * Problems: `insufficient_user_authentication`, `invalid_state`.
   * @example
   * const file = await platform.me.accessRequests.download('dsr_01h455vb4pex5vsknk084sn02q');
   * console.log(await file.text());
   */
  download(
    requestId: string,
    options?: CallOptions,
  ): Call<Response, CommonCode | 'insufficient_user_authentication' | 'invalid_state'>;
}

/** Methods of `me.erasureRequest`. */
export interface MeErasureRequestResource {
  /**
   * Gets the request to erase you.
   *
   * Returns the open request, or the latest one. Returns 404 if there is none.
   *
   * Scopes: `self.read`.
   * @example
   * const myErasureRequest = await platform.me.erasureRequest.get();
   */
  get(options?: CallOptions): Call<api.MyErasureRequest, CommonCode>;

  /**
   * Requests your erasure.
   *
   * Deactivates your account, which ends its sessions. After the grace period, every service erases its data. Once you are signed out, only an administrator can cancel the request.
   *
   * Scopes: `self.write`.
   *
   * Problems: `already_exists`, `insufficient_user_authentication`.
   * @example
   * const myErasureRequest = await platform.me.erasureRequest.create();
   */
  create(
    options?: KeyedOptions,
  ): Call<
    api.MyErasureRequest,
    CommonCode | BodyCode | KeyCode | 'already_exists' | 'insufficient_user_authentication'
  >;

  /**
   * Cancels the request to erase you.
   *
   * A request can be cancelled until the erasure starts.
   *
   * Scopes: `self.write`.
   *
   * Problems: `invalid_state`.
   * @example
   * const myErasureRequest = await platform.me.erasureRequest.cancel();
   */
  cancel(
    options?: KeyedOptions,
  ): Call<api.MyErasureRequest, CommonCode | BodyCode | KeyCode | 'invalid_state'>;
}

/** Makes the methods of `me` for a client. */
export const me = (client: Client): MeResource => ({
  get: (options) =>
    client.call({ name: 'me.get', method: 'GET', path: '/api/v1/me' }, [], undefined, options),
  update: (body, options) =>
    client.call(
      { name: 'me.update', method: 'PATCH', path: '/api/v1/me', conditional: true },
      [],
      body,
      options,
    ),
  getProfileSchema: (options) =>
    client.call(
      {
        name: 'me.getProfileSchema',
        method: 'GET',
        path: '/api/v1/me/profile-schema',
        query: ['locale'],
      },
      [],
      undefined,
      options,
    ),
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
  preferences: {
    get: (options) =>
      client.call(
        { name: 'me.preferences.get', method: 'GET', path: '/api/v1/me/preferences' },
        [],
        undefined,
        options,
      ),
    put: (body, options) =>
      client.call(
        {
          name: 'me.preferences.put',
          method: 'PUT',
          path: '/api/v1/me/preferences',
          conditional: true,
        },
        [],
        body,
        options,
      ),
  },
  contacts: {
    create: (body, options) =>
      client.call(
        { name: 'me.contacts.create', method: 'POST', path: '/api/v1/me/contacts' },
        [],
        body,
        options,
      ),
    verify: (contactId, body, options) =>
      client.call(
        {
          name: 'me.contacts.verify',
          method: 'POST',
          path: '/api/v1/me/contacts/{contactId}/verify',
          text: true,
        },
        [contactId],
        body,
        options,
      ),
    delete: (contactId, options) =>
      client.call(
        {
          name: 'me.contacts.delete',
          method: 'DELETE',
          path: '/api/v1/me/contacts/{contactId}',
          text: true,
        },
        [contactId],
        undefined,
        options,
      ),
    primary: {
      put: (contactId, options) =>
        client.call(
          {
            name: 'me.contacts.primary.put',
            method: 'PUT',
            path: '/api/v1/me/contacts/{contactId}/primary',
            text: true,
          },
          [contactId],
          undefined,
          options,
        ),
    },
  },
  organizations: {
    list: (options) =>
      client.list(
        {
          name: 'me.organizations.list',
          method: 'GET',
          path: '/api/v1/me/organizations',
          query: ['limit', 'cursor'],
        },
        [],
        options,
      ),
    delete: (orgId, options) =>
      client.call(
        {
          name: 'me.organizations.delete',
          method: 'DELETE',
          path: '/api/v1/me/organizations/{orgId}',
        },
        [orgId],
        undefined,
        options,
      ),
  },
  invitations: {
    list: (options) =>
      client.list(
        {
          name: 'me.invitations.list',
          method: 'GET',
          path: '/api/v1/me/invitations',
          query: ['limit', 'cursor'],
        },
        [],
        options,
      ),
    accept: (invId, options) =>
      client.call(
        {
          name: 'me.invitations.accept',
          method: 'POST',
          path: '/api/v1/me/invitations/{invId}/accept',
        },
        [invId],
        undefined,
        options,
      ),
    decline: (invId, options) =>
      client.call(
        {
          name: 'me.invitations.decline',
          method: 'POST',
          path: '/api/v1/me/invitations/{invId}/decline',
        },
        [invId],
        undefined,
        options,
      ),
  },
  activity: {
    list: (options) =>
      client.list(
        {
          name: 'me.activity.list',
          method: 'GET',
          path: '/api/v1/me/activity',
          query: ['limit', 'cursor'],
        },
        [],
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
  identityProviders: {
    list: (options) =>
      client.call(
        { name: 'me.identityProviders.list', method: 'GET', path: '/api/v1/me/identity-providers' },
        [],
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
  consents: {
    list: (options) =>
      client.list(
        {
          name: 'me.consents.list',
          method: 'GET',
          path: '/api/v1/me/consents',
          query: ['limit', 'cursor', 'needsReconsent'],
        },
        [],
        options,
      ),
    getReceipt: (consentId, options) =>
      client.call(
        {
          name: 'me.consents.getReceipt',
          method: 'GET',
          path: '/api/v1/me/consents/{consentId}/receipt',
        },
        [consentId],
        undefined,
        options,
      ),
    withdraw: (consentId, body, options) =>
      client.call(
        {
          name: 'me.consents.withdraw',
          method: 'POST',
          path: '/api/v1/me/consents/{consentId}/withdraw',
        },
        [consentId],
        body,
        options,
      ),
  },
  accessRequests: {
    list: (options) =>
      client.list(
        {
          name: 'me.accessRequests.list',
          method: 'GET',
          path: '/api/v1/me/access-requests',
          query: ['limit', 'cursor'],
        },
        [],
        options,
      ),
    create: (body, options) =>
      client.call(
        { name: 'me.accessRequests.create', method: 'POST', path: '/api/v1/me/access-requests' },
        [],
        body,
        options,
      ),
    get: (requestId, options) =>
      client.call(
        {
          name: 'me.accessRequests.get',
          method: 'GET',
          path: '/api/v1/me/access-requests/{requestId}',
        },
        [requestId],
        undefined,
        options,
      ),
    download: (requestId, options) =>
      client.call(
        {
          name: 'me.accessRequests.download',
          method: 'GET',
          path: '/api/v1/me/access-requests/{requestId}/bundle',
          file: true,
        },
        [requestId],
        undefined,
        options,
      ),
  },
  erasureRequest: {
    get: (options) =>
      client.call(
        { name: 'me.erasureRequest.get', method: 'GET', path: '/api/v1/me/erasure-request' },
        [],
        undefined,
        options,
      ),
    create: (options) =>
      client.call(
        { name: 'me.erasureRequest.create', method: 'POST', path: '/api/v1/me/erasure-request' },
        [],
        undefined,
        options,
      ),
    cancel: (options) =>
      client.call(
        {
          name: 'me.erasureRequest.cancel',
          method: 'POST',
          path: '/api/v1/me/erasure-request/cancel',
        },
        [],
        undefined,
        options,
      ),
  },
});
