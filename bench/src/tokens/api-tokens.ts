import { succeeded } from '@platform/dev/management-api';
import type { ManagementApi } from '@platform/dev/management-api';
import { eventually } from '@platform/testkit/eventually';
import { median, table } from '../report.ts';
import { loadClientCredentials, loadIntrospection, loadRefresh } from './token-load.ts';
import type { TokenLoad } from './token-load.ts';
import type { TokenEndpoint, TokenStage } from './token-stage.ts';

/** At most so much of the processor time of a token for the management API. */
const mostRatio = 1.1;
const leastIntrospections = 3_000;
const refreshesAtOnce = 16;
const scopes = Array.from({ length: 10 }, (_, i) => `invoices:action${i}`);

interface Measured {
  name: string;
  loads: TokenLoad[];
}

/** What tokens for APIs of a tenant cost beside those of the management API. */
export interface ApiTokenCosts {
  /** Each with the one that it is compared with, which is the first. */
  groups: Measured[][];
  introspections: { name: string; perSecond: number }[];
}

async function newApi(
  api: ManagementApi,
  body: Record<string, unknown>,
  clientId: string,
): Promise<string> {
  const { id, identifier } = await succeeded(
    api('POST', '/api-resources', { name: 'Invoices', ...body }),
  );
  for (const name of scopes)
    await succeeded(
      api('PUT', `/api-resources/${id}/scopes/${name}`, {
        displayName: { en: name },
        permission: name,
      }),
    );
  await succeeded(api('PUT', `/api-resources/${id}/clients/${clientId}`, {}));
  return String(identifier);
}

/** Refresh tokens of people whose role grants every scope. */
async function newFamilies(stage: TokenStage, resource: string): Promise<string[]> {
  const scope = `openid offline_access ${scopes.join(' ')}`;
  const tokens: string[] = [];
  const api = await stage.api(stage.tenant);
  while (tokens.length < refreshesAtOnce) {
    const email = await stage.person();
    const found = await succeeded(api('GET', `/directory/users?email=${email}`));
    const [{ id }] = (found as { data: [{ id: string }] }).data;
    const principal = { type: 'user', id };
    await succeeded(api('POST', '/role-assignments', { principal, role: 'clerk' }));
    const { refreshToken = '' } = await eventually(() =>
      stage.signIn(email, { scope, resource }).catch(() => undefined),
    );
    tokens.push(refreshToken);
  }
  return tokens;
}

async function accessTokenOf({ port, path, headers, scope, resource }: TokenEndpoint) {
  const body = new URLSearchParams({
    grant_type: 'client_credentials',
    scope,
    resource: resource!,
  });
  const answer = await fetch(`http://127.0.0.1:${port}${path}`, { method: 'POST', headers, body });
  return ((await answer.json()) as { access_token: string }).access_token;
}

/** Measures in turn, so that whatever else the machine does affects all of them. */
export async function measureApiTokens(
  stage: TokenStage,
  { seconds, rounds }: { seconds: number; rounds: number },
): Promise<ApiTokenCosts> {
  const api = await stage.api(stage.tenant);
  for (const name of scopes) await succeeded(api('POST', '/permissions', { name }));
  await succeeded(api('POST', '/roles', { key: 'clerk', permissions: scopes }));
  const jwt = await newApi(api, { identifier: 'api:jwt' }, stage.tenant.clientId);
  const opaque = await newApi(
    api,
    { identifier: 'api:opaque', tokenFormat: 'opaque' },
    stage.tenant.clientId,
  );
  const byRoles = await newApi(
    api,
    { identifier: 'api:roles', userAccess: 'permission' },
    stage.clientId,
  );
  const at = (resource: string): TokenEndpoint => ({
    ...stage.platform,
    resource,
    scope: scopes.join(' '),
  });
  const clients = [
    { name: 'client credentials, management API', endpoint: stage.platform },
    { name: 'client credentials, JWT, ten scopes', endpoint: at(jwt) },
    { name: 'client credentials, opaque, ten scopes', endpoint: at(opaque) },
  ].map((one) => ({ ...one, loads: [] as TokenLoad[] }));
  const platformFamilies: string[] = [];
  while (platformFamilies.length < refreshesAtOnce)
    platformFamilies.push(await stage.platform.newRefreshToken());
  const refreshes = [
    { name: 'refresh, management API', families: platformFamilies },
    { name: 'refresh, JWT, ten scopes by roles', families: await newFamilies(stage, byRoles) },
  ].map((one) => ({ ...one, loads: [] as TokenLoad[] }));
  for (const { endpoint } of clients) await loadClientCredentials(endpoint, seconds / 4);
  for (let round = 0; round < rounds; round += 1) {
    for (const { endpoint, loads } of clients)
      loads.push(await loadClientCredentials(endpoint, seconds));
    for (const { families, loads } of refreshes)
      loads.push(await loadRefresh(stage.platform, families, seconds));
  }
  const introspections = [];
  for (const [name, resource] of [
    ['JWT', jwt],
    ['opaque', opaque],
  ] as const) {
    const token = await accessTokenOf(at(resource));
    const perSecond = await loadIntrospection(stage.platform, token, seconds);
    introspections.push({ name, perSecond });
  }
  return { groups: [clients, refreshes], introspections };
}

const cost = ({ loads }: Measured): number => median(loads.map(({ server }) => server));

/** Whether the costs are within the limits. */
export const areApiTokensCheap = ({ groups, introspections }: ApiTokenCosts): boolean =>
  groups.every(([first, ...others]) =>
    others.every((one) => one.name.includes('opaque') || cost(one) <= cost(first!) * mostRatio),
  ) && introspections.every(({ perSecond }) => perSecond >= leastIntrospections);

/** The section of the report. */
export const apiTokenReport = ({ groups, introspections }: ApiTokenCosts): string =>
  [
    '### Tokens for APIs of a tenant',
    '',
    table(
      ['', 'tokens/s', 'hub, µs CPU a token', 'of the management API'],
      groups.flatMap(([first, ...others]) =>
        [first!, ...others].map((one) => [
          one.name,
          median(one.loads.map(({ perSecond }) => perSecond)).toFixed(0),
          cost(one).toFixed(0),
          one === first ? '' : (cost(one) / cost(first!)).toFixed(2),
        ]),
      ),
    ),
    '',
    table(
      ['introspection', 'a second'],
      introspections.map(({ name, perSecond }) => [name, perSecond.toFixed(0)]),
    ),
    '',
    `Wanted: JWTs at most ${mostRatio} of the processor time of a token for the management API, and ${leastIntrospections} introspections a second. Opaque tokens are stored, so the limit does not apply to them.`,
  ].join('\n');
