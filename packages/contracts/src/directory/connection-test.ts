import { z } from 'zod';
import { httpsUrl, text } from '../common/text.ts';
import { idSchema } from '../ids.ts';
import { ServiceAccountKey } from './connector-credential.ts';
import { DiagnosticReport } from './diagnostic-report.ts';
import { cloudName, directoryConfigs, metadataXml } from './directory-config.ts';

const directoryId = idSchema('directory')
  .optional()
  .describe('Tests with the configuration and the stored credential of this directory.');
const sampleSize = z.int().min(0).max(10).default(3).describe('How many users to show.');
const secret = z.string().min(1).max(4096).optional().describe('Used for the test, not kept.');
const pem = z.string().max(32_768).optional();

/** Body of the Google Workspace test. */
export const WorkspaceTestRequest = z
  .strictObject({
    serviceAccountKey: ServiceAccountKey.optional(),
    adminEmail: z.email().max(320).optional(),
    customerId: directoryConfigs.workspace.shape.customerId,
    domain: text({ max: 253 }).optional(),
    directoryId,
    sampleSize,
  })
  .refine(
    (b) =>
      b.directoryId === undefined
        ? b.serviceAccountKey !== undefined && b.adminEmail !== undefined
        : b.serviceAccountKey === undefined && b.adminEmail === undefined,
    {
      path: ['serviceAccountKey'],
      error: 'either serviceAccountKey with adminEmail, or directoryId alone, is required',
    },
  )
  .meta({ id: 'WorkspaceTestRequest' });

/** Body of the Microsoft Entra test. */
export const CloudDirectoryTestRequest = z
  .strictObject({
    cloud: cloudName.default('global'),
    tenantId: directoryConfigs.cloud_directory.shape.tenantId.optional(),
    clientId: text({ max: 255 }).optional(),
    clientSecret: secret,
    certificatePem: pem,
    privateKeyPem: pem.describe('Used for the test, not kept.'),
    directoryId,
    sampleSize,
  })
  .refine(
    (b) => {
      const isAny = [b.tenantId, b.clientId, b.clientSecret, b.certificatePem, b.privateKeyPem];
      if (b.directoryId !== undefined) return isAny.every((member) => member === undefined);
      const bySecret = b.clientSecret !== undefined;
      const byCertificate = b.certificatePem !== undefined && b.privateKeyPem !== undefined;
      return b.tenantId !== undefined && b.clientId !== undefined && bySecret !== byCertificate;
    },
    {
      path: ['clientId'],
      error:
        'tenantId, clientId and either clientSecret or certificatePem with privateKeyPem are required, or directoryId alone',
    },
  )
  .meta({ id: 'CloudDirectoryTestRequest' });

const OidcTest = z.strictObject({
  protocol: z.literal('oidc'),
  issuer: httpsUrl,
  clientId: text({ max: 255 }).optional(),
  clientSecret: secret,
});
const SamlTest = z
  .strictObject({
    protocol: z.literal('saml'),
    metadataUrl: httpsUrl.optional(),
    metadataXml: metadataXml.optional(),
    entityId: text({ max: 1024 }).optional(),
  })
  .refine((b) => (b.metadataUrl === undefined) !== (b.metadataXml === undefined), {
    path: ['metadataUrl'],
    error: 'either metadataUrl or metadataXml is required, not both',
  });

/** Body of the test of an identity provider. */
export const IdpTestRequest = z
  .union([
    z.discriminatedUnion('protocol', [OidcTest, SamlTest]),
    z.strictObject({ directoryId: idSchema('directory') }),
  ])
  .meta({ id: 'IdpTestRequest' });

/** Response of the Google Workspace test. */
export const WorkspaceTestResponse = z
  .object(DiagnosticReport.shape)
  .meta({ id: 'WorkspaceTestResponse' });
/** Response of the Microsoft Entra test. */
export const CloudDirectoryTestResponse = z
  .object(DiagnosticReport.shape)
  .meta({ id: 'CloudDirectoryTestResponse' });
/** Response of the test of an identity provider. */
export const IdpTestResponse = z.object(DiagnosticReport.shape).meta({ id: 'IdpTestResponse' });

export type WorkspaceTest = z.output<typeof WorkspaceTestRequest>;
export type CloudDirectoryTest = z.output<typeof CloudDirectoryTestRequest>;
export type IdpTest = z.output<typeof IdpTestRequest>;
