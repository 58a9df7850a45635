import type { HomeRealm } from './login-progress.ts';
import { stepAt } from './login-step.ts';
import type { StepContext } from './login-step.ts';

const isKind = (kind: string): kind is HomeRealm['kind'] => kind === 'oidc' || kind === 'saml';

/** The identity provider of an address's domain, where the step looks for one; undefined for people who sign in here. */
export async function homeRealmOf(
  { login, ask, siblings }: Pick<StepContext, 'login' | 'ask' | 'siblings'>,
  typed: string,
): Promise<HomeRealm | undefined> {
  const step = stepAt(login);
  const leadsOn = step?.on['federated'] !== undefined && ask.outcomes.includes('federated');
  if (!leadsOn || !typed.includes('@')) return undefined;
  const { organizationId, connections } = await siblings
    .directory()
    .ResolveDomain(
      { tenantId: login.request.tenant.id, emailOrDomain: typed },
      { deadlineMs: siblings.deadlineMs, repeatable: true },
    );
  const found = connections.find(({ kind }) => isKind(kind));
  if (!found || !isKind(found.kind)) return undefined;
  return { directoryId: found.directoryId, kind: found.kind, organizationId };
}
