import type { Provider } from './providers.ts';

/** Values that are entered at a product, or copied from it. */
export type FieldKey =
  | 'acsUrl'
  | 'entityId'
  | 'metadataUrl'
  | 'nameId'
  | 'idpMetadata'
  | 'certificate'
  | 'attributes'
  | 'assignments'
  | 'redirectUri'
  | 'issuer'
  | 'clientId'
  | 'clientSecret'
  | 'claims'
  | 'scimUrl'
  | 'scimToken'
  | 'provisioning'
  | 'tenantId'
  | 'permissions'
  | 'serviceAccount'
  | 'delegation'
  | 'adminEmail';

type Names = Partial<Record<FieldKey, string>>;

/**
 * What the consoles of products call these, in English: many administrators use them in English, and names in other languages change
 * more often. Those that are absent have a word of ours.
 */
export const fieldNames: Readonly<Partial<Record<Provider, Names>>> = {
  okta: {
    acsUrl: 'Single sign-on URL',
    entityId: 'Audience URI (SP Entity ID)',
    idpMetadata: 'Metadata URL',
    certificate: 'SAML Signing Certificates',
    attributes: 'Attribute Statements',
    assignments: 'Assignments',
    redirectUri: 'Sign-in redirect URIs',
    issuer: 'Issuer',
    clientId: 'Client ID',
    clientSecret: 'Client secrets',
    claims: 'OpenID Connect ID Token',
    scimUrl: 'SCIM connector base URL',
    scimToken: 'HTTP Header › Authorization',
    provisioning: 'Provisioning › To App',
  },
  entra: {
    acsUrl: 'Reply URL (Assertion Consumer Service URL)',
    entityId: 'Identifier (Entity ID)',
    idpMetadata: 'App Federation Metadata Url',
    certificate: 'SAML Certificates',
    attributes: 'Attributes & Claims',
    assignments: 'Users and groups',
    redirectUri: 'Redirect URIs',
    issuer: 'OpenID Connect metadata document',
    clientId: 'Application (client) ID',
    clientSecret: 'Certificates & secrets › Value',
    claims: 'Token configuration',
    scimUrl: 'Tenant URL',
    scimToken: 'Secret token',
    provisioning: 'Provisioning',
    tenantId: 'Directory (tenant) ID',
    permissions: 'API permissions',
  },
  google: {
    acsUrl: 'ACS URL',
    entityId: 'Entity ID',
    idpMetadata: 'Download metadata',
    certificate: 'Certificate',
    attributes: 'Attribute mapping',
    assignments: 'User access',
    redirectUri: 'Authorized redirect URIs',
    clientId: 'Client ID',
    clientSecret: 'Client secret',
    claims: 'Data Access',
    serviceAccount: 'Service accounts › Keys',
    delegation: 'Domain-wide delegation',
    permissions: 'OAuth scopes',
  },
  jumpcloud: {
    acsUrl: 'ACS URLs',
    entityId: 'SP Entity ID',
    idpMetadata: 'Export Metadata',
    certificate: 'IDP Certificate',
    attributes: 'User Attribute Mapping',
    assignments: 'User Groups',
    redirectUri: 'Redirect URIs',
    clientId: 'Client ID',
    clientSecret: 'Client Secret',
    claims: 'Attribute Mapping',
    scimUrl: 'Base URL',
    scimToken: 'Token Key',
    provisioning: 'Identity Management',
  },
  onelogin: {
    acsUrl: 'ACS (Consumer) URL',
    entityId: 'Audience (EntityID)',
    idpMetadata: 'More Actions › SAML Metadata',
    certificate: 'X.509 Certificate',
    attributes: 'Parameters',
    assignments: 'Users',
    redirectUri: "Redirect URI's",
    issuer: 'Issuer URL',
    clientId: 'Client ID',
    clientSecret: 'Client Secret',
    claims: 'Parameters',
    scimUrl: 'SCIM Base URL',
    scimToken: 'SCIM Bearer Token',
    provisioning: 'Provisioning',
  },
  keycloak: {
    acsUrl: 'Assertion Consumer Service POST Binding URL',
    entityId: 'Client ID',
    idpMetadata: 'SAML 2.0 Identity Provider Metadata',
    certificate: 'Realm settings › Keys',
    attributes: 'Client scopes › Mappers',
    assignments: 'Users',
    redirectUri: 'Valid redirect URIs',
    clientId: 'Client ID',
    clientSecret: 'Credentials › Client Secret',
    claims: 'Client scopes',
  },
};
