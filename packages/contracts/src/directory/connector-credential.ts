import { z } from 'zod';
import { ActorSchema } from '../common/list.ts';
import { text, time } from '../common/text.ts';

const secret = (max: number) => z.string().min(1).max(max).describe('Write-only.');
const pem = z
  .string()
  .max(32_768)
  .regex(/-----BEGIN [A-Z0-9 ]+-----/, { error: 'must be PEM' });
const privateKeyPem = pem.describe('Unencrypted private key. Write-only.');
const clientId = text({ max: 255 });

/** Google's JSON key of a service account. URLs in it are ignored. */
export const ServiceAccountKey = z
  .looseObject({
    type: z.literal('service_account'),
    client_email: z.email().max(320),
    private_key: z.string().min(1).max(32_768),
    private_key_id: z.string().max(255).optional(),
  })
  .describe('The JSON key file, as downloaded from Google. Write-only.');

/** Body of PUT, by `type`, which must match the kind of the directory. */
export const SetConnectorCredentialRequest = z
  .discriminatedUnion('type', [
    z.strictObject({
      type: z.literal('ldap_bind'),
      bindDn: text({ max: 1024 }),
      password: secret(1024),
      caCertificatesPem: pem
        .optional()
        .describe('Certificate authorities to trust for the server.'),
    }),
    z.strictObject({
      type: z.literal('google_service_account'),
      serviceAccountKey: ServiceAccountKey,
      adminEmail: z.email().max(320).describe('The administrator to impersonate.'),
    }),
    z.strictObject({
      type: z.literal('client_secret'),
      clientId,
      clientSecret: secret(4096),
    }),
    z.strictObject({
      type: z.literal('client_certificate'),
      clientId,
      certificatePem: pem,
      privateKeyPem,
    }),
    z.strictObject({
      type: z.literal('private_key_jwt'),
      clientId,
      privateKeyPem,
      kid: text({ max: 255 }),
    }),
    z.strictObject({
      type: z.literal('saml_keys'),
      signingKeyPem: privateKeyPem,
      signingCertificatePem: pem,
      decryptionKeyPem: privateKeyPem.optional(),
    }),
  ])
  .meta({ id: 'SetConnectorCredentialRequest' });

/** The credential that the platform uses at a directory, without the secret. */
export const ConnectorCredential = z
  .object({
    hasCredential: z.literal(true),
    type: z.enum([
      'ldap_bind',
      'google_service_account',
      'client_secret',
      'client_certificate',
      'private_key_jwt',
      'saml_keys',
    ]),
    clientId: z.string().optional(),
    bindDn: z.string().optional(),
    clientEmail: z.string().optional(),
    secretLast4: z.string(),
    notAfter: time.nullable().describe('When the certificate expires.'),
    setAt: time,
    setBy: ActorSchema,
  })
  .meta({ id: 'ConnectorCredential' });

export type ConnectorCredentialInput = z.output<typeof SetConnectorCredentialRequest>;
export type ConnectorCredentialResource = z.infer<typeof ConnectorCredential>;
