import { X509Certificate, createHash, createPrivateKey, createPublicKey } from 'node:crypto';
import type { KeyObject } from 'node:crypto';
import type {
  ConnectorCredentialInput,
  ConnectorCredentialResource,
  DirectoryKind,
} from '@platform/contracts';
import { invalid, problem } from '@platform/kit/problem';
import type { DirectoryRecord } from './directory-record.ts';

type CredentialType = ConnectorCredentialInput['type'];

const typesOf: Record<DirectoryKind, readonly CredentialType[]> = {
  scim: [],
  ldap: ['ldap_bind'],
  workspace: ['google_service_account'],
  cloud_directory: ['client_secret', 'client_certificate'],
  oidc: ['client_secret', 'private_key_jwt'],
  saml: ['saml_keys'],
};

const minRsaBits = 2048;
const shownSecretLength = 16;

/**
 * The end of a secret, so that people can tell two apart; empty for a secret short enough to be
 * guessed from it.
 */
const last4 = (secret: string): string =>
  secret.length < shownSecretLength ? '' : secret.slice(-4);

/** The end of the digest of a key's public half. */
const keyLast4 = (key: KeyObject): string =>
  createHash('sha256')
    .update(createPublicKey(key).export({ type: 'spki', format: 'der' }))
    .digest('hex')
    .slice(-4);

function privateKey(pem: string, pointer: string): KeyObject {
  let key: KeyObject;
  try {
    key = createPrivateKey(pem);
  } catch {
    throw invalid(pointer, 'invalid_format', 'must be an unencrypted private key in PEM');
  }
  const bits = key.asymmetricKeyDetails?.modulusLength;
  if (bits !== undefined && bits < minRsaBits)
    throw invalid(pointer, 'invalid_format', `must have at least ${minRsaBits} bits`);
  return key;
}

function certificate(pem: string, pointer: string): X509Certificate {
  try {
    return new X509Certificate(pem);
  } catch {
    throw invalid(pointer, 'invalid_format', 'must be a certificate in PEM');
  }
}

function certificateOf(pem: string, pointer: string, key: KeyObject): X509Certificate {
  const parsed = certificate(pem, pointer);
  if (!parsed.checkPrivateKey(key))
    throw invalid(pointer, 'invalid_format', 'must be the certificate of the private key');
  return parsed;
}

/** The parts of a credential that the API shows. */
export interface CredentialView {
  account: Pick<ConnectorCredentialResource, 'clientId' | 'bindDn' | 'clientEmail'>;
  secretLast4: string;
  notAfter: Date | null;
}

/** Parses the keys of a credential. @throws 422 for one that does not parse */
function viewOf(credential: ConnectorCredentialInput): CredentialView {
  switch (credential.type) {
    case 'ldap_bind': {
      for (const pem of credential.caCertificatesPem?.split(/(?=-----BEGIN)/) ?? [])
        if (pem.trim() !== '') certificate(pem, '/caCertificatesPem');
      const { bindDn, password } = credential;
      return { account: { bindDn }, secretLast4: last4(password), notAfter: null };
    }
    case 'google_service_account': {
      const { client_email: clientEmail, private_key: pem } = credential.serviceAccountKey;
      const key = privateKey(pem, '/serviceAccountKey/private_key');
      return { account: { clientEmail }, secretLast4: keyLast4(key), notAfter: null };
    }
    case 'client_secret': {
      const { clientId, clientSecret } = credential;
      return { account: { clientId }, secretLast4: last4(clientSecret), notAfter: null };
    }
    case 'client_certificate': {
      const { clientId, certificatePem, privateKeyPem } = credential;
      const key = privateKey(privateKeyPem, '/privateKeyPem');
      const { validTo } = certificateOf(certificatePem, '/certificatePem', key);
      return { account: { clientId }, secretLast4: keyLast4(key), notAfter: new Date(validTo) };
    }
    case 'private_key_jwt': {
      const key = privateKey(credential.privateKeyPem, '/privateKeyPem');
      const { clientId } = credential;
      return { account: { clientId }, secretLast4: keyLast4(key), notAfter: null };
    }
    case 'saml_keys': {
      const key = privateKey(credential.signingKeyPem, '/signingKeyPem');
      const { validTo } = certificateOf(
        credential.signingCertificatePem,
        '/signingCertificatePem',
        key,
      );
      if (credential.decryptionKeyPem !== undefined)
        privateKey(credential.decryptionKeyPem, '/decryptionKeyPem');
      return { account: {}, secretLast4: keyLast4(key), notAfter: new Date(validTo) };
    }
  }
}

/**
 * The view of a credential that fits its directory.
 * @throws 409 `invalid_state` for a kind without credential, 422 for a type of another kind or a
 * key that does not parse
 */
export function acceptedCredential(
  { kind, config }: Pick<DirectoryRecord, 'kind' | 'config'>,
  credential: ConnectorCredentialInput,
): CredentialView {
  const types = typesOf[kind];
  if (types.length === 0)
    throw problem('invalid_state', {
      detail: 'SCIM directories have no credential; create a SCIM bearer for the client instead',
    });
  if (!types.includes(credential.type))
    throw invalid(
      '/type',
      'invalid_format',
      `must be ${types.join(' or ')} for a directory of kind ${kind}`,
    );
  if (
    'clientId' in credential &&
    'issuer' in config &&
    'clientId' in config &&
    credential.clientId !== config.clientId
  )
    throw invalid(
      '/clientId',
      'invalid_format',
      "must equal the clientId of the directory's config",
    );
  return viewOf(credential);
}
