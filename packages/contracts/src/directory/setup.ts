import { z } from 'zod';
import { httpsUrl, locale, text, time } from '../common/text.ts';
import { idSchema } from '../ids.ts';
import { AddDomainRequest } from './organization-domain.ts';
import { ConnectorCredential } from './connector-credential.ts';
import { metadataXml } from './directory-config.ts';
import { Directory, UpdateDirectoryRequest, directoryForms } from './directory.ts';
import { ScimBearer, ScimBearerWithToken } from './scim-bearer.ts';
import { SetupIntent, SetupLink } from './setup-link.ts';
import { emailAddress } from './user.ts';

/** URLs of the platform that are entered at an identity provider. */
const ConnectionUrls = z.object({
  connectionId: idSchema('directory'),
  entityId: z.string().describe('SAML: entity ID of the platform, which is also the audience.'),
  acsUrl: z.string().describe('SAML: Assertion Consumer Service URL.'),
  metadataUrl: z.string().describe('SAML: URL of the metadata of the platform.'),
  redirectUri: z.string().describe('OpenID Connect: redirect URI.'),
});

/** The state of a setup. */
export const Setup = z
  .object({
    linkId: idSchema('setupLink'),
    organization: z.object({ id: idSchema('organization'), name: z.string() }),
    recipient: z.string().describe('The address that new links are sent to.'),
    tasks: z
      .array(
        z.object({
          intent: SetupIntent,
          state: z
            .enum(['open', 'started', 'done'])
            .describe(
              '`done`: a connection is active, a directory has connected, a domain is verified, or a log stream exists.',
            ),
        }),
      )
      .describe('What the link is for. The state is that of the organization.'),
    newConnection: ConnectionUrls.nullable().describe(
      'The values to copy before a connection is created; they are those of the next one. Null if the link is not for `sso`.',
    ),
    connections: z.array(ConnectionUrls).describe('The values of existing connections.'),
    completedAt: time.nullable(),
    endsAt: time.describe('Until when the recipient can have a new link sent.'),
  })
  .meta({ id: 'Setup' });

/** Body of POST: a colleague who continues the setup. */
export const CreateSetupColleagueLinkRequest = z
  .strictObject({ recipient: emailAddress, locale: locale.optional() })
  .meta({ id: 'CreateSetupColleagueLinkRequest' });

/** A link that was sent to a colleague. */
export const SetupColleagueLink = SetupLink.pick({
  id: true,
  recipient: true,
  intents: true,
  expiresAt: true,
}).meta({ id: 'SetupColleagueLink' });

/** Body of POST: a domain of the organization. */
export const AddSetupDomainRequest = z
  .strictObject({ domain: text({ max: 253 }), enrollment: AddDomainRequest.shape.enrollment })
  .meta({ id: 'AddSetupDomainRequest' });

/** A connection or directory, without the users of the tenant who changed it. */
export const SetupDirectory = Directory.extend({
  credential: ConnectorCredential.omit({ setBy: true }).nullable(),
}).meta({ id: 'SetupDirectory' });

/** A credential, without the user who set it. */
export const SetupCredential = ConnectorCredential.omit({ setBy: true }).meta({
  id: 'SetupCredential',
});

const { scim, ldap, workspace, cloud_directory: cloudDirectory, oidc, saml } = directoryForms;
const policies = { organizationId: true, deprovisioning: true, onDelete: true } as const;

/** Body of POST: an identity provider. */
export const CreateSetupConnectionRequest = z
  .discriminatedUnion('kind', [oidc.omit(policies), saml.omit(policies)])
  .meta({ id: 'CreateSetupConnectionRequest' });

/** Body of POST: a directory. */
export const CreateSetupDirectoryRequest = z
  .discriminatedUnion('kind', [
    scim.omit(policies),
    ldap.omit(policies),
    workspace.omit(policies),
    cloudDirectory.omit(policies),
  ])
  .meta({ id: 'CreateSetupDirectoryRequest' });

/** Body of PATCH: an identity provider. */
export const UpdateSetupConnectionRequest = UpdateDirectoryRequest.pick({
  name: true,
  provider: true,
  config: true,
  attributeMapping: true,
}).meta({ id: 'UpdateSetupConnectionRequest' });

/** Body of PATCH: a directory. */
export const UpdateSetupDirectoryRequest = UpdateDirectoryRequest.pick({
  name: true,
  provider: true,
  config: true,
  attributeMapping: true,
  sync: true,
}).meta({ id: 'UpdateSetupDirectoryRequest' });

/** Body of POST: what an identity provider publishes about itself. */
export const ReadSetupMetadataRequest = z
  .discriminatedUnion('protocol', [
    z.strictObject({ protocol: z.literal('oidc'), issuer: httpsUrl }),
    z
      .strictObject({
        protocol: z.literal('saml'),
        metadataUrl: httpsUrl.optional(),
        metadataXml: metadataXml.optional(),
        entityId: text({ max: 1024 }).optional(),
      })
      .refine((b) => (b.metadataUrl === undefined) !== (b.metadataXml === undefined), {
        path: ['metadataUrl'],
        error: 'either metadataUrl or metadataXml is required, not both',
      }),
  ])
  .meta({ id: 'ReadSetupMetadataRequest' });

/** A SCIM bearer, without the user who created it. */
export const SetupScimBearer = ScimBearer.omit({ createdBy: true }).meta({ id: 'SetupScimBearer' });

/** A new SCIM bearer with its token, which is returned only once. */
export const SetupScimBearerWithToken = ScimBearerWithToken.omit({ createdBy: true }).meta({
  id: 'SetupScimBearerWithToken',
});

export type SetupResource = z.infer<typeof Setup>;
export type SetupConnectionUrls = z.infer<typeof ConnectionUrls>;
