import { isIP } from 'node:net';
import { accessPolicyKey } from '@platform/contracts';
import type { AccessPolicyEntry } from '@platform/contracts';
import type { Bus } from '@platform/kit/bus';
import type { RpcClient, RpcPeer } from '@platform/kit/grpc';
import type { Logger } from '@platform/kit/log';
import type { Metrics } from '@platform/kit/metrics';
import type { AccessToken, ClientCredentials, KoaContextWithOIDC } from 'oidc-provider';
import { engineRefusal } from './oauth-error.ts';

/** Holds a token that is about to be signed against the access policies of its client. @throws OAuth errors */
export type CheckAccess = (
  ctx: KoaContextWithOIDC,
  token: AccessToken | ClientCredentials,
  jwt: { payload: Record<string, unknown> },
) => Promise<void>;

/** What {@link accessPolicyCheck} needs. */
export interface AccessPolicyCheckOptions {
  fga: () => RpcPeer;
  bus: Pick<Bus, 'lookUp'>;
  timeoutMs: number;
  log: Logger;
  metrics: Metrics;
}

type Decision = Awaited<ReturnType<RpcClient<'platform.fga.v1.AccessPolicies'>['Evaluate']>>;

/** What RFC 6749 §5.2 lets a description hold. */
const describable = /^[\x20-\x21\x23-\x5b\x5d-\x7e]+$/;

function refusalOf({ outcome, deny, session }: Decision): string | undefined {
  if (outcome === 'deny') {
    const said = deny?.messages['en'] ?? '';
    return describable.test(said) ? said : 'a policy of the client refuses this';
  }
  // Nobody is there to step up, consent or show a device.
  if (outcome !== 'allow') return 'a policy of the client asks for what a client alone cannot give';
  return session && session.senderConstrained !== '' && session.senderConstrained !== 'none'
    ? 'a policy of the client asks for tokens bound to their sender'
    : undefined;
}

/**
 * Asks the access service, under phase `client_credentials`. While it is away, a client that no enabled policy governs
 * goes on, and any other is `temporarily_unavailable`: an outage neither stops what is not governed nor loosens what is.
 */
export function accessPolicyCheck({
  fga,
  bus,
  timeoutMs,
  log,
  metrics,
}: AccessPolicyCheckOptions): (tenantId: string) => CheckAccess {
  const decisions = metrics.counter(
    'hub_access_policy_decisions_total',
    'What access policies decided on tokens; away: nobody could be asked.',
    ['outcome', 'away'],
  );

  async function isUngoverned(tenantId: string, clientId: string): Promise<boolean> {
    try {
      const entry = await bus.lookUp<AccessPolicyEntry>(
        'access-policies',
        accessPolicyKey(tenantId, clientId),
      );
      return !entry || entry.enabled === 0;
    } catch (error) {
      log.warn(
        { err: error, tenantId, clientId },
        'whether policies govern a client cannot be told',
      );
      return false;
    }
  }

  async function asked(
    tenantId: string,
    clientId: string,
    ctx: KoaContextWithOIDC,
    scopes: string[],
  ): Promise<Decision | undefined> {
    try {
      return await fga()
        .service('platform.fga.v1.AccessPolicies')
        .Evaluate(
          {
            tenantId,
            clientId,
            principal: { type: 'client', id: clientId },
            phase: 'client_credentials',
            grantType: 'client_credentials',
            scopes,
            ip: isIP(ctx.ip) ? ctx.ip : '',
            userAgent: ctx.get('user-agent').slice(0, 512),
          },
          { deadlineMs: timeoutMs, repeatable: true },
        );
    } catch (error) {
      log.warn({ err: error, tenantId, clientId }, 'access policies could not be asked');
      return undefined;
    }
  }

  return (tenantId) =>
    async (ctx, token, { payload }) => {
      const { clientId } = token;
      if (token.kind !== 'ClientCredentials' || clientId === undefined) return;
      const decision = await asked(tenantId, clientId, ctx, [...token.scopes]);
      if (!decision) {
        const goesOn = await isUngoverned(tenantId, clientId);
        decisions.inc({ outcome: goesOn ? 'allow' : 'unavailable', away: 'true' });
        if (goesOn) return;
        throw engineRefusal(
          503,
          'temporarily_unavailable',
          'the policies of the client cannot be asked at the moment',
        );
      }
      const refusal = refusalOf(decision);
      decisions.inc({ outcome: refusal === undefined ? 'allow' : 'deny', away: 'false' });
      if (refusal !== undefined) throw engineRefusal(400, 'access_denied', refusal);
      const life = decision.session?.maxAccessTokenSeconds ?? 0;
      const issuedAt = payload['iat'] as number;
      if (life === 0 || issuedAt + life >= (payload['exp'] as number)) return;
      payload['exp'] = issuedAt + life;
      // The engine answers `expires_in` out of this.
      (token as { expiresIn?: number }).expiresIn = life;
    };
}
