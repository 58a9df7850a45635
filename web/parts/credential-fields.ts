import type { Directory, SetConnectorCredentialRequest } from '@platform/sdk';

/** The credential that each kind of directory takes here, and its fields. SCIM clients have tokens instead. */
export const credentialFields = {
  ldap: { type: 'ldap_bind', fields: ['bindDn', 'password', 'caCertificatesPem'] },
  workspace: { type: 'google_service_account', fields: ['serviceAccountKey', 'adminEmail'] },
  cloud_directory: { type: 'client_secret', fields: ['clientId', 'clientSecret'] },
  oidc: { type: 'client_secret', fields: ['clientId', 'clientSecret'] },
  saml: { type: 'saml_keys', fields: ['signingKeyPem', 'signingCertificatePem'] },
} as const satisfies Partial<Record<Directory['kind'], object>>;

export type CredentialKind = keyof typeof credentialFields;
export type CredentialField = (typeof credentialFields)[CredentialKind]['fields'][number];

export const optionalFields: readonly CredentialField[] = ['caCertificatesPem'];
export const longFields: readonly CredentialField[] = [
  'caCertificatesPem',
  'serviceAccountKey',
  'signingKeyPem',
  'signingCertificatePem',
];
export const secretFields: readonly CredentialField[] = ['password', 'clientSecret'];

export type CredentialValues = Record<CredentialField, string>;

export const emptyCredential: CredentialValues = {
  bindDn: '',
  password: '',
  caCertificatesPem: '',
  serviceAccountKey: '',
  adminEmail: '',
  clientId: '',
  clientSecret: '',
  signingKeyPem: '',
  signingCertificatePem: '',
};

/** Whether a text is the JSON key file of a service account. */
export function isKeyFile(text: string): boolean {
  try {
    return (JSON.parse(text) as { type?: unknown }).type === 'service_account';
  } catch {
    return false;
  }
}

/** The request for a credential. The key file is JSON within it. */
export function credentialRequest(
  kind: CredentialKind,
  values: CredentialValues,
): SetConnectorCredentialRequest {
  const { type, fields } = credentialFields[kind];
  const entries = fields
    .filter((name) => values[name].trim() !== '')
    .map((name) => [
      name,
      name === 'serviceAccountKey' ? (JSON.parse(values[name]) as unknown) : values[name],
    ]);
  return { type, ...Object.fromEntries(entries) } as SetConnectorCredentialRequest;
}
