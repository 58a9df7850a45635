import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { accessToken } from '@platform/dev/access-token';
import { managementApi, succeeded } from '@platform/dev/management-api';
import type { Ready } from '@platform/dev/platform';
import { withClient } from '@platform/dev/postgres';
import { loginFlowTemplates } from '@platform/login-flow';
import type { CorporateProviders } from './corporate-providers.ts';

/** A tenant with two organizations that have their own identity providers. */
export interface CorporateTenant {
  issuer: string;
  clientId: string;
  clientSecret: string;
  /** By protocol. */
  organizations: Record<'oidc' | 'saml', string>;
  /** `platform.jit-provisioning.rules`, for the start to come. */
  rules: string;
}

export const applicationUrl = 'https://app.example.com/callback';
/** The permission of the role that the rules assign. */
export const permitted = 'tenant:users.read';

/** The tenant, and its administrator. */
async function administered({ hub, gateway, tenants }: Ready) {
  const tenant = tenants.find(({ slug }) => slug === 'acme');
  if (!tenant) throw new Error('The platform has no tenant acme.');
  const api = managementApi(gateway, await accessToken(hub, tenant));
  const make = async (path: string, body: object, method = 'POST') =>
    (await succeeded(api(method, path, body))) as Record<string, string>;
  async function signInBy(definition: object): Promise<void> {
    await make('/login-flows/draft', definition, 'PUT');
    const { version = 0 } = await succeeded(api('GET', '/login-flows/active'));
    const activation = { source: 'draft', expectedActiveVersion: version };
    await make('/login-flows/activate', activation);
  }
  return { tenant, make, signInBy };
}

/** Offers a single social connector to people who sign in. */
export async function offerConnector(ready: Ready, { oidc }: CorporateProviders): Promise<void> {
  const { make, signInBy } = await administered(ready);
  const { issuer, clientId, clientSecret } = oidc;
  const connector = { displayName: 'Partner', clientId, clientSecret, oidc: { issuer } };
  await make('/login-experience/social-connectors/oidc-partner', connector);
  const config = { role: 'first', methods: ['social'] };
  await signInBy({
    schemaVersion: 1,
    name: 'Partner',
    entrypoints: { default: 'sign_in' },
    steps: [
      { id: 'sign_in', type: 'authenticate', config, on: { success: 'done' } },
      { id: 'done', type: 'complete' },
    ],
  });
}

/** Sets up a tenant like its administrators, except for DNS, since no name server on this machine answers for it. */
export async function corporateTenant(
  dataDir: string,
  ready: Ready,
  { oidc, samlMetadata }: CorporateProviders,
): Promise<CorporateTenant> {
  const { tenant, make, signInBy } = await administered(ready);

  async function organization(domain: string, directory: object) {
    const { id: organizationId = '' } = await make('/organizations', { name: domain });
    await make(`/organizations/${organizationId}/domains`, { domain });
    const { id: directoryId = '' } = await make('/directories', {
      name: domain,
      organizationId,
      ...directory,
    });
    return { organizationId, directoryId };
  }
  const { issuer, clientId, clientSecret } = oidc;
  const corp = await organization('corp.example.com', {
    kind: 'oidc',
    config: { issuer, clientId },
  });
  const credential = { type: 'client_secret', clientId, clientSecret };
  await make(`/directories/${corp.directoryId}/connector-credential`, credential, 'PUT');
  const union = await organization('union.example.com', {
    kind: 'saml',
    config: { metadataXml: samlMetadata, entityId: 'https://saml.example.com/metadata' },
  });
  const { postgresUrl } = JSON.parse(readFileSync(join(dataDir, 'stores.json'), 'utf8')) as {
    postgresUrl: string;
  };
  await withClient(postgresUrl, (sql) =>
    sql.query("UPDATE directory.organization_domains SET state = 'verified', verified_at = now()"),
  );

  await make('/roles', { key: 'reader', displayName: 'Reader', permissions: [permitted] });
  const definition = loginFlowTemplates.find(({ id }) => id === 'identifier_first_sso')?.definition;
  await signInBy(definition as object);
  const application = await make('/applications', {
    name: 'Ledger',
    type: 'web',
    redirectUris: [applicationUrl],
    allowedScopes: ['openid', 'email', permitted],
  });
  const ruleOf = ({ organizationId, directoryId }: typeof corp) => ({
    name: `engineers of ${organizationId}`,
    connections: [directoryId],
    when: { claim: 'groups', op: 'contains', value: 'engineering' },
    actions: [{ create: {} }, { join: { organizationId, roles: ['reader'] } }],
  });
  return {
    issuer: tenant.issuer,
    clientId: application['clientId'] ?? '',
    clientSecret: application['clientSecret'] ?? '',
    organizations: { oidc: corp.organizationId, saml: union.organizationId },
    rules: JSON.stringify({ [tenant.tenantId]: [ruleOf(corp), ruleOf(union)] }),
  };
}
