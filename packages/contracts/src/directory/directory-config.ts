import { z } from 'zod';
import { httpsUrl, text } from '../common/text.ts';
import { parseUrl } from '../common/url.ts';

const distinguishedName = text({ max: 1024 });
const ldapFilter = text({ max: 2048 });

/** `ldaps://host[:port]` or `ldap://host[:port]`, with nothing after the port. */
const ldapUrl = text({ max: 2048 }).refine(
  (value) => {
    const url = parseUrl(value);
    return (
      url !== undefined &&
      /^ldaps?:$/.test(url.protocol) &&
      url.hostname !== '' &&
      url.username === '' &&
      url.password === '' &&
      /^\/?$/.test(url.pathname) &&
      url.search === '' &&
      url.hash === ''
    );
  },
  { error: 'must be an ldaps or ldap URL with a host and nothing after the port' },
);

const LdapConfig = z
  .strictObject({
    urls: z.array(ldapUrl).min(1).max(3).describe('Servers, tried in the given order.'),
    startTls: z.boolean().default(false),
    baseDn: distinguishedName,
    userFilter: ldapFilter,
    groupBaseDn: distinguishedName.optional().describe('Default: `baseDn`.'),
    groupFilter: ldapFilter
      .optional()
      .describe(
        'If absent, no groups are read. The users of groups in a group, at most 20 levels of them, are its members too; such groups have to be below `baseDn` or `groupBaseDn` and need not match the filter.',
      ),
    vendor: z.enum(['active_directory', 'openldap', 'other']),
    idAttribute: text({ max: 64 })
      .regex(/^[A-Za-z][A-Za-z0-9-]*$/, { error: 'must be an attribute name' })
      .optional()
      .describe('Defaults to `objectGUID` for Active Directory and to `entryUUID` otherwise.'),
    pageSize: z.int().min(1).max(1000).default(500),
  })
  .refine(({ urls, startTls }) => startTls || urls.every((url) => /^ldaps:/i.test(url)), {
    path: ['urls'],
    error: 'must be ldaps URLs, or ldap URLs with startTls',
  });

const WorkspaceConfig = z.strictObject({
  customerId: text({ max: 64 })
    .regex(/^[A-Za-z0-9_]+$/)
    .default('my_customer'),
  domain: text({ max: 253 }).optional(),
  orgUnitPath: text({ max: 1024 }).regex(/^\//, { error: 'must begin with /' }).optional(),
});

const guidOrDomain = z.string().regex(/^[A-Za-z0-9](?:[A-Za-z0-9.-]{0,251}[A-Za-z0-9])?$/, {
  error: 'must be a tenant id or a domain',
});
/** Names of clouds. Some are built in; an operator may add more. */
export const cloudName = z.string().regex(/^[a-z][a-z0-9_]{0,62}$/, {
  error: 'must be the name of a cloud: global, us_gov_l4, us_gov_dod or china',
});

const CloudDirectoryConfig = z.strictObject({
  cloud: cloudName.default('global'),
  tenantId: guidOrDomain,
  includeGuests: z.boolean().default(false),
  groupFilter: text({ max: 2048 })
    .optional()
    .describe('OData filter that selects the groups to read.'),
});

const claimTarget =
  /^(?:email|emailVerified|givenName|familyName|displayName|username|picture|locale|phoneNumber|metadata\.[A-Za-z0-9_-]{1,64})$/;
const claimPath = z
  .string()
  .max(255)
  .regex(/^[^.\s]+(?:\.[^.\s]+){0,7}$/, {
    error: 'must be a path of at most 8 names, separated by dots',
  });

const OidcConfig = z.strictObject({
  issuer: httpsUrl,
  clientId: text({ max: 255 }),
  scopes: z
    .array(
      z.string().regex(/^[\x21\x23-\x5b\x5d-\x7e]{1,256}$/, { error: 'must be a scope token' }),
    )
    .max(50)
    .default(['openid', 'profile', 'email']),
  claimMapping: z
    .record(z.string().regex(claimTarget, { error: 'must be a property of the user' }), claimPath)
    .default({})
    .describe('Maps properties of the user to paths of claims.'),
  requireVerifiedEmail: z.boolean().default(true),
});

/** Maximum size of metadata given as XML, in bytes. */
export const maxMetadataXmlBytes = 512 * 1024;

/**
 * SAML metadata in a body. Line breaks and indentation are allowed; document type declarations are
 * checked when it is parsed.
 */
export const metadataXml = z
  .string()
  .refine((xml) => new TextEncoder().encode(xml).length <= maxMetadataXmlBytes, {
    error: 'must be at most 512 KiB',
  })
  .meta({ minLength: 1 });

const SamlConfig = z
  .strictObject({
    metadataUrl: httpsUrl.optional(),
    metadataXml: metadataXml.optional(),
    entityId: text({ max: 1024 }).describe('The entity ID of the identity provider.'),
    nameIdFormat: text({ max: 255 })
      .regex(/^urn:oasis:names:tc:SAML:/, { error: 'must be a SAML NameID format' })
      .optional(),
    signRequests: z.boolean().default(false),
    allowSha1: z
      .boolean()
      .default(false)
      .describe(
        'Whether signatures and digests with SHA-1 are accepted. Attackers who can make collisions forge them; set it only for an identity provider that has no other algorithm.',
      ),
  })
  .refine((c) => (c.metadataUrl === undefined) !== (c.metadataXml === undefined), {
    path: ['metadataUrl'],
    error: 'exactly one of metadataUrl and metadataXml is required',
  });

/** The `config` of each kind of directory. */
export const directoryConfigs = {
  scim: z.strictObject({}),
  ldap: LdapConfig,
  workspace: WorkspaceConfig,
  cloud_directory: CloudDirectoryConfig,
  oidc: OidcConfig,
  saml: SamlConfig,
} as const;

/** A kind of directory. */
export type DirectoryKind = keyof typeof directoryConfigs;

/** The `config` of a directory of kind `K`. */
export type DirectoryConfigOf<K extends DirectoryKind> = z.output<(typeof directoryConfigs)[K]>;

/** The `config` of any directory. */
export type DirectoryConfig = DirectoryConfigOf<DirectoryKind>;
