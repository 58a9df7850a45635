// Generated from the catalogue of operations by `npm run generate:sdk`. Do not edit.
import type { Call } from '../../call.ts';
import type { Client } from '../../client.ts';
import type { CallOptions, ConditionalOptions, KeyedOptions } from '../../options.ts';
import type { BodyCode, CommonCode, KeyCode } from '../problems.ts';
import type * as api from '../schemas.ts';

/** Methods of `loginExperience`. */
export interface LoginExperienceResource {
  readonly branding: LoginExperienceBrandingResource;

  readonly assets: LoginExperienceAssetsResource;

  readonly emailTemplates: LoginExperienceEmailTemplatesResource;

  readonly logins: LoginExperienceLoginsResource;

  readonly domains: LoginExperienceDomainsResource;

  readonly previews: LoginExperiencePreviewsResource;

  readonly socialConnectors: LoginExperienceSocialConnectorsResource;
}

/** Methods of `loginExperience.branding`. */
export interface LoginExperienceBrandingResource {
  /**
   * Gets the branding.
   *
   * Returns the defaults if no branding is stored.
   *
   * Scopes: `tenant:idp.read`.
   * @example
   * const branding = await platform.loginExperience.branding.get();
   */
  get(options?: CallOptions): Call<api.Branding, CommonCode>;

  /**
   * Replaces the branding.
   *
   * Omitted properties are reset to their defaults. Colors are checked against WCAG 2.2 AA in both color schemes. Images are copied in the background, and pages show the copies.
   *
   * Scopes: `tenant:idp.write`.
   *
   * Problems: `precondition_failed`.
   * @example
   * const branding = await platform.loginExperience.branding.put({
   *   themeMode: 'light',
   *   contrastPolicy: 'enforce',
   * });
   */
  put(
    body: api.PutBrandingRequest,
    options?: ConditionalOptions,
  ): Call<api.Branding, CommonCode | BodyCode | 'precondition_failed'>;
}

/** Methods of `loginExperience.assets`. */
export interface LoginExperienceAssetsResource {
  /**
   * Uploads a picture for the branding.
   *
   * The type is detected from the content. Uploading the same file again returns the stored one. A tenant can have 50 pictures; one that the saved branding does not use is deleted after 7 days.
   *
   * Scopes: `tenant:idp.write`.
   *
   * Problems: `limit_exceeded`.
   * @example
   * const brandingPicture = await platform.loginExperience.assets.create({ content: 'PT1H' });
   */
  create(
    body: api.UploadBrandingPictureRequest,
    options?: KeyedOptions,
  ): Call<api.BrandingPicture, CommonCode | BodyCode | KeyCode | 'limit_exceeded'>;
}

/** Methods of `loginExperience.emailTemplates`. */
export interface LoginExperienceEmailTemplatesResource {
  /**
   * Lists the types of e-mails.
   *
   * Scopes: `tenant:idp.read`.
   * @example
   * const emailTemplateTypeList = await platform.loginExperience.emailTemplates.list();
   */
  list(options?: CallOptions): Call<api.EmailTemplateTypeList, CommonCode>;

  /**
   * Gets an e-mail template.
   *
   * If there is no template for the locale, returns the one that is sent instead; `locale` then differs from `requestedLocale`.
   *
   * Scopes: `tenant:idp.read`.
   * @example
   * const emailTemplate = await platform.loginExperience.emailTemplates.get('user.created');
   */
  get(
    type: string,
    options?: api.LoginExperienceEmailTemplatesGetQuery & CallOptions,
  ): Call<api.EmailTemplate, CommonCode>;

  /**
   * Creates or replaces an e-mail template.
   *
   * Templates use a subset of Liquid: the tags `if`, `unless`, `case`, `comment` and `raw`, and the filters `default`, `escape`, `upcase`, `downcase`, `capitalize`, `truncate`, `date`, `url_encode`, `strip` and `newline_to_br`.
   *
   * Scopes: `tenant:idp.write`.
   *
   * Problems: `limit_exceeded`, `precondition_failed`.
   * @example
   * const emailTemplate = await platform.loginExperience.emailTemplates.put('user.created', {
   *   subject: 'user:ada',
   *   html: 'example',
   * });
   */
  put(
    type: string,
    body: api.PutEmailTemplateRequest,
    options?: api.LoginExperienceEmailTemplatesPutQuery & ConditionalOptions,
  ): Call<api.EmailTemplate, CommonCode | BodyCode | 'limit_exceeded' | 'precondition_failed'>;

  /**
   * Deletes an e-mail template.
   *
   * The built-in template is used instead.
   *
   * Scopes: `tenant:idp.write`.
   *
   * Problems: `precondition_failed`.
   * @example
   * await platform.loginExperience.emailTemplates.delete('user.created');
   */
  delete(
    type: string,
    options?: api.LoginExperienceEmailTemplatesDeleteQuery & ConditionalOptions,
  ): Call<api.Deletion, CommonCode | 'precondition_failed'>;

  /**
   * Renders an e-mail with sample data.
   *
   * The body is a template that has not been saved, and is checked as it would be on saving. Without a body, renders the template that is sent. Nothing is stored.
   *
   * Scopes: `tenant:idp.read`.
   * @example
   * const emailPreview = await platform.loginExperience.emailTemplates.preview(
   *   'user.created',
   *   { subject: 'user:ada', html: 'example' },
   * );
   */
  preview(
    type: string,
    body?: api.PutEmailTemplateRequest,
    options?: api.LoginExperienceEmailTemplatesPreviewQuery & CallOptions,
  ): Call<api.EmailPreview, CommonCode | BodyCode | KeyCode>;

  /**
   * Sends a test e-mail.
   *
   * Sends the stored template with sample data to the calling user's verified address. If the caller is an application, sends it to the support address of the branding.
   *
   * Scopes: `tenant:idp.write`.
   * @example
   * const emailTestResult =
   *   await platform.loginExperience.emailTemplates.test('user.created');
   */
  test(
    type: string,
    options?: api.LoginExperienceEmailTemplatesTestQuery & KeyedOptions,
  ): Call<api.EmailTestResult, CommonCode | BodyCode | KeyCode>;
}

/** Methods of `loginExperience.logins`. */
export interface LoginExperienceLoginsResource {
  /**
   * Gets sign-in statistics.
   *
   * Covers at most 366 days. Reusing a session does not count as a sign-in.
   *
   * Scopes: `tenant:idp.read`.
   * @example
   * const loginAnalytics = await platform.loginExperience.logins.get();
   */
  get(
    options?: api.LoginExperienceLoginsGetQuery & CallOptions,
  ): Call<api.LoginAnalytics, CommonCode>;
}

/** Methods of `loginExperience.domains`. */
export interface LoginExperienceDomainsResource {
  /**
   * Lists login domains.
   *
   * Scopes: `tenant:idp.read`.
   * @example
   * const loginDomainList = await platform.loginExperience.domains.list();
   */
  list(options?: CallOptions): Call<api.LoginDomainList, CommonCode>;

  /**
   * Registers a login domain.
   *
   * Returns the DNS records to create. The platform checks them automatically; if they do not appear within a week, the registration is deleted.
   *
   * Scopes: `tenant:idp.write`.
   *
   * Problems: `already_exists`, `limit_exceeded`.
   * @example
   * const loginDomain = await platform.loginExperience.domains.create({
   *   domain: 'example.com',
   *   primary: false,
   * });
   */
  create(
    body: api.RegisterLoginDomainRequest,
    options?: KeyedOptions,
  ): Call<api.LoginDomain, CommonCode | BodyCode | KeyCode | 'already_exists' | 'limit_exceeded'>;

  /**
   * Deletes a login domain.
   *
   * Scopes: `tenant:idp.write`.
   * @example
   * await platform.loginExperience.domains.delete('login.example.com');
   */
  delete(domain: string, options?: CallOptions): Call<api.Deletion, CommonCode>;

  /**
   * Checks the DNS records of a login domain now.
   *
   * Returns the result of the check. If no name server responds, returns an error and changes nothing.
   *
   * Scopes: `tenant:idp.write`.
   *
   * Problems: `conflict`.
   * @example
   * const loginDomain = await platform.loginExperience.domains.verify('login.example.com');
   */
  verify(
    domain: string,
    options?: KeyedOptions,
  ): Call<api.LoginDomain, CommonCode | BodyCode | KeyCode | 'conflict'>;
}

/** Methods of `loginExperience.previews`. */
export interface LoginExperiencePreviewsResource {
  /**
   * Creates a preview of a page.
   *
   * The branding is validated like a saved one. Uploaded pictures are shown; images from elsewhere appear once a saved branding has had them copied. The preview can be opened for 10 minutes; of each tenant, the newest 50 are kept. Nothing else is stored, so that there is no audit record.
   *
   * Scopes: `tenant:idp.read`.
   * @example
   * const loginPreview = await platform.loginExperience.previews.create({
   *   page: 'identify',
   *   clientId: 'app_ledger',
   * });
   */
  create(
    body: api.CreateLoginPreviewRequest,
    options?: CallOptions,
  ): Call<api.LoginPreview, CommonCode | BodyCode | KeyCode>;
}

/** Methods of `loginExperience.socialConnectors`. */
export interface LoginExperienceSocialConnectorsResource {
  /**
   * Lists social connectors, by provider.
   *
   * Scopes: `tenant:idp.read`.
   * @example
   * const socialConnectorList = await platform.loginExperience.socialConnectors.list();
   */
  list(options?: CallOptions): Call<api.SocialConnectorList, CommonCode>;

  /**
   * Gets a social connector.
   *
   * Scopes: `tenant:idp.read`.
   * @example
   * const socialConnector = await platform.loginExperience.socialConnectors.get('example');
   */
  get(provider: string, options?: CallOptions): Call<api.SocialConnector, CommonCode>;

  /**
   * Creates a social connector.
   *
   * `provider` is a provider of the catalog, or `oidc-{name}` or `oauth2-{name}` for any other provider. If the issuer cannot be reached, the connector is created with `health` set to `unverified`.
   *
   * Scopes: `tenant:idp.write`.
   *
   * Problems: `already_exists`, `limit_exceeded`.
   * @example
   * const socialConnector = await platform.loginExperience.socialConnectors.create(
   *   'example',
   *   { clientId: 'app_ledger', displayName: 'Ada Lovelace' },
   * );
   */
  create(
    provider: string,
    body: api.CreateSocialConnectorRequest,
    options?: KeyedOptions,
  ): Call<
    api.SocialConnector,
    CommonCode | BodyCode | KeyCode | 'already_exists' | 'limit_exceeded'
  >;

  /**
   * Updates a social connector.
   *
   * Scopes: `tenant:idp.write`.
   *
   * Problems: `precondition_failed`.
   * @example
   * const socialConnector = await platform.loginExperience.socialConnectors.update(
   *   'example',
   *   { displayName: 'Ada Lovelace', scopes: ['tenant:users.read'] },
   * );
   */
  update(
    provider: string,
    body: api.PatchSocialConnectorRequest,
    options?: ConditionalOptions,
  ): Call<api.SocialConnector, CommonCode | BodyCode | 'precondition_failed'>;

  /**
   * Deletes a social connector.
   *
   * Returns an error if this connector is the only first factor of a login flow in use.
   *
   * Scopes: `tenant:idp.write`.
   *
   * Problems: `invalid_state`, `precondition_failed`.
   * @example
   * await platform.loginExperience.socialConnectors.delete('example');
   */
  delete(
    provider: string,
    options?: ConditionalOptions,
  ): Call<api.Deletion, CommonCode | 'invalid_state' | 'precondition_failed'>;
}

/** Makes the methods of `loginExperience` for a client. */
export const loginExperience = (client: Client): LoginExperienceResource => ({
  branding: {
    get: (options) =>
      client.call(
        {
          name: 'loginExperience.branding.get',
          method: 'GET',
          path: '/api/v1/login-experience/branding',
        },
        [],
        undefined,
        options,
      ),
    put: (body, options) =>
      client.call(
        {
          name: 'loginExperience.branding.put',
          method: 'PUT',
          path: '/api/v1/login-experience/branding',
          conditional: true,
        },
        [],
        body,
        options,
      ),
  },
  assets: {
    create: (body, options) =>
      client.call(
        {
          name: 'loginExperience.assets.create',
          method: 'POST',
          path: '/api/v1/login-experience/assets',
        },
        [],
        body,
        options,
      ),
  },
  emailTemplates: {
    list: (options) =>
      client.call(
        {
          name: 'loginExperience.emailTemplates.list',
          method: 'GET',
          path: '/api/v1/login-experience/email-templates',
        },
        [],
        undefined,
        options,
      ),
    get: (type, options) =>
      client.call(
        {
          name: 'loginExperience.emailTemplates.get',
          method: 'GET',
          path: '/api/v1/login-experience/email-templates/{type}',
          query: ['locale'],
          text: true,
        },
        [type],
        undefined,
        options,
      ),
    put: (type, body, options) =>
      client.call(
        {
          name: 'loginExperience.emailTemplates.put',
          method: 'PUT',
          path: '/api/v1/login-experience/email-templates/{type}',
          query: ['locale'],
          conditional: true,
          text: true,
        },
        [type],
        body,
        options,
      ),
    delete: (type, options) =>
      client.call(
        {
          name: 'loginExperience.emailTemplates.delete',
          method: 'DELETE',
          path: '/api/v1/login-experience/email-templates/{type}',
          query: ['locale', 'allLocales'],
          conditional: true,
          text: true,
        },
        [type],
        undefined,
        options,
      ),
    preview: (type, body, options) =>
      client.call(
        {
          name: 'loginExperience.emailTemplates.preview',
          method: 'POST',
          path: '/api/v1/login-experience/email-templates/{type}/preview',
          query: ['locale'],
          reads: true,
          text: true,
        },
        [type],
        body,
        options,
      ),
    test: (type, options) =>
      client.call(
        {
          name: 'loginExperience.emailTemplates.test',
          method: 'POST',
          path: '/api/v1/login-experience/email-templates/{type}/test-send',
          query: ['locale'],
          text: true,
          seconds: 30,
        },
        [type],
        undefined,
        options,
      ),
  },
  logins: {
    get: (options) =>
      client.call(
        {
          name: 'loginExperience.logins.get',
          method: 'GET',
          path: '/api/v1/login-experience/analytics/logins',
          query: ['from', 'to'],
        },
        [],
        undefined,
        options,
      ),
  },
  domains: {
    list: (options) =>
      client.call(
        {
          name: 'loginExperience.domains.list',
          method: 'GET',
          path: '/api/v1/login-experience/domains',
        },
        [],
        undefined,
        options,
      ),
    create: (body, options) =>
      client.call(
        {
          name: 'loginExperience.domains.create',
          method: 'POST',
          path: '/api/v1/login-experience/domains',
        },
        [],
        body,
        options,
      ),
    delete: (domain, options) =>
      client.call(
        {
          name: 'loginExperience.domains.delete',
          method: 'DELETE',
          path: '/api/v1/login-experience/domains/{domain}',
          text: true,
        },
        [domain],
        undefined,
        options,
      ),
    verify: (domain, options) =>
      client.call(
        {
          name: 'loginExperience.domains.verify',
          method: 'POST',
          path: '/api/v1/login-experience/domains/{domain}/verify',
          text: true,
          seconds: 30,
        },
        [domain],
        undefined,
        options,
      ),
  },
  previews: {
    create: (body, options) =>
      client.call(
        {
          name: 'loginExperience.previews.create',
          method: 'POST',
          path: '/api/v1/login-experience/previews',
          reads: true,
        },
        [],
        body,
        options,
      ),
  },
  socialConnectors: {
    list: (options) =>
      client.call(
        {
          name: 'loginExperience.socialConnectors.list',
          method: 'GET',
          path: '/api/v1/login-experience/social-connectors',
        },
        [],
        undefined,
        options,
      ),
    get: (provider, options) =>
      client.call(
        {
          name: 'loginExperience.socialConnectors.get',
          method: 'GET',
          path: '/api/v1/login-experience/social-connectors/{provider}',
          text: true,
        },
        [provider],
        undefined,
        options,
      ),
    create: (provider, body, options) =>
      client.call(
        {
          name: 'loginExperience.socialConnectors.create',
          method: 'POST',
          path: '/api/v1/login-experience/social-connectors/{provider}',
          text: true,
        },
        [provider],
        body,
        options,
      ),
    update: (provider, body, options) =>
      client.call(
        {
          name: 'loginExperience.socialConnectors.update',
          method: 'PATCH',
          path: '/api/v1/login-experience/social-connectors/{provider}',
          conditional: true,
          text: true,
        },
        [provider],
        body,
        options,
      ),
    delete: (provider, options) =>
      client.call(
        {
          name: 'loginExperience.socialConnectors.delete',
          method: 'DELETE',
          path: '/api/v1/login-experience/social-connectors/{provider}',
          conditional: true,
          text: true,
        },
        [provider],
        undefined,
        options,
      ),
  },
});
