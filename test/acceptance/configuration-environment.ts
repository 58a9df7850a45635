/** The variables of the files in `configuration`, and of the files that an export of them consists of. */
export const configurationEnvironment: Readonly<Record<string, string>> = {
  CRM_AUTHORIZATION: 'Bearer crm',
  CRM_SIGNING_SECRET: `whsec_${Buffer.alloc(32, 7).toString('base64')}`,
  RISK_API_KEY: 'risk',
  SIEM_SOURCE: 'platform',
  SIEM_TOKEN: 'a-token-of-the-siem',
  DATADOG_API_KEY: 'an-api-key-of-datadog',
  MAIL_AUTHORIZATION: 'Bearer mail',
  LEGACY_TOKEN: 'legacy',
  PARTNER_CLIENT_SECRET: 'a-secret-of-the-partner',

  WEBHOOK_ENDPOINT_CRM_EXAMPLE_COM_HOOKS_HEADERS_AUTHORIZATION: 'Bearer crm',
  HOOK_RISK_CHECK_HEADERS_X_API_KEY: 'risk',
  SIEM_SINK_SECURITY_LAKE_CONFIG_HEADERS_X_SOURCE: 'platform',
  SIEM_SINK_SECURITY_LAKE_CREDENTIALS_TOKEN: 'a-token-of-the-siem',
  SIEM_SINK_DATADOG_CREDENTIALS_API_KEY: 'an-api-key-of-datadog',
  SSF_RECEIVER_MAIL_GATEWAY_DELIVERY_AUTHORIZATION_HEADER: 'Bearer mail',
  MIGRATION_SOURCE_CREDENTIAL_TOKEN: 'legacy',
  SOCIAL_CONNECTOR_OAUTH2_PARTNER_CLIENT_SECRET: 'a-secret-of-the-partner',
};
