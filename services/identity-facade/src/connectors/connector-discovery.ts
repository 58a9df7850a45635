import { providerKind } from '@platform/contracts';
import type { SocialConnectorResource } from '@platform/contracts';
import { EgressFailed } from '@platform/kit/egress';
import type { Egress } from '@platform/kit/egress';
import { connectorCatalog } from './connector-catalog.ts';
import type { ConnectorSettings } from './connector-record.ts';
import { discoveryDocument } from './discovery-document.ts';
import type { Discovery } from './discovery-document.ts';

/** The result of a discovery. */
export interface Discovered {
  discovery: Discovery | null;
  health: SocialConnectorResource['health'];
}

/** The issuer whose document names the endpoints; undefined if there is none. */
export function connectorIssuerOf(
  provider: string,
  { oidc, microsoft }: Pick<ConnectorSettings, 'oidc' | 'microsoft'>,
): string | undefined {
  const kind = providerKind(provider);
  if (kind === 'microsoft')
    return `https://login.microsoftonline.com/${microsoft?.tenant ?? 'common'}/v2.0`;
  return oidc?.issuer ?? (kind ? connectorCatalog[kind].issuer : undefined);
}

/** Microsoft names the tenant's id in its issuer regardless of the request, and a template if several tenants may sign in. */
const microsoftIssuer =
  /^https:\/\/login\.microsoftonline\.com\/(?:\{tenantid\}|[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})\/v2\.0$/i;
const isIssuer = (named: string, asked: string): boolean =>
  named === asked ||
  (asked.startsWith('https://login.microsoftonline.com/') && microsoftIssuer.test(named));

const unverified: Discovered = { discovery: null, health: 'unverified' };

/** Reads the issuer's discovery document. A failure does not prevent a save. */
export const connectorDiscovery =
  (egress: Pick<Egress, 'request'>) =>
  async (tenantId: string, provider: string, settings: ConnectorSettings): Promise<Discovered> => {
    const issuer = connectorIssuerOf(provider, settings);
    if (issuer === undefined) return { discovery: null, health: 'ok' };
    const url = `${issuer.replace(/\/$/, '')}/.well-known/openid-configuration`;
    try {
      const { status, body, truncated } = await egress.request({ tenantId, method: 'GET', url });
      if (status !== 200 || truncated) return unverified;
      const parsed = discoveryDocument.safeParse(JSON.parse(Buffer.from(body).toString('utf8')));
      return parsed.success && isIssuer(parsed.data.issuer, issuer)
        ? { discovery: parsed.data, health: 'ok' }
        : unverified;
    } catch (error) {
      if (error instanceof EgressFailed || error instanceof SyntaxError) return unverified;
      throw error;
    }
  };

/** See {@link connectorDiscovery}. */
export type Discover = ReturnType<typeof connectorDiscovery>;
