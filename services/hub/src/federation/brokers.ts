import type { Database } from '@platform/kit/database';
import type { Egress } from '@platform/kit/egress';
import type { RpcClient } from '@platform/kit/grpc';
import type { Logger } from '@platform/kit/telemetry';
import { insertSpentAssertion } from '../spent-assertions/spent-assertions.ts';
import type { SpentAssertion } from '../spent-assertions/spent-assertions.ts';
import { BrokeredSignInFailed } from './brokered-identity.ts';
import type {
  Broker,
  BrokeredAttempt,
  BrokeredIdentity,
  BrokeredOrder,
  ProviderResponse,
} from './brokered-identity.ts';
import { directoryConnections } from './directory-connections.ts';
import { oidcBroker } from './oidc-broker.ts';
import { samlBroker } from './saml-broker.ts';
import { socialBroker } from './social-broker.ts';

export interface BrokersOptions {
  db: Pick<Database, 'transact'>;
  directory: () => RpcClient<'platform.directory.v1.Directory'>;
  social: () => RpcClient<'platform.identity.v1.Social'>;
  /** Uses the egress profile `federation`. */
  egress: Pick<Egress, 'request'>;
  log: Pick<Logger, 'info' | 'warn'>;
}

/** Returns only the messages of an error and its causes: other properties can contain a person's claims. */
export function messagesOf(error: unknown): string {
  const messages: string[] = [];
  for (let cause = error; cause instanceof Error; cause = cause.cause) messages.push(cause.message);
  return messages.join(': ');
}

/** Signs people in at identity providers of every protocol. */
export function brokers({ db, directory, social, egress, log }: BrokersOptions) {
  const connections = directoryConnections(directory);
  const connectionOf =
    <K extends 'oidc' | 'saml'>(kind: K) =>
    async ({ tenantId, connection, testedFor }: BrokeredOrder) => {
      const found = await connections(tenantId, connection, testedFor);
      if (found.kind !== kind) throw new BrokeredSignInFailed('connection_unavailable');
      return found as Extract<typeof found, { kind: K }>;
    };
  const spend = (tenantId: string, assertion: SpentAssertion): Promise<boolean> =>
    db.transact(
      { tenantId, actor: { type: 'system', id: `directory ${assertion.issuer}` } },
      (tx) => insertSpentAssertion(tx, assertion),
    );
  const ofSocial = socialBroker(social);
  const byKind: Readonly<Record<BrokeredAttempt['kind'], Broker>> = {
    social: ofSocial,
    oidc: oidcBroker({ egress, connectionOf: connectionOf('oidc') }),
    saml: samlBroker({ egress, connectionOf: connectionOf('saml'), spend }),
  };

  /** Logs the cause of a failure for the operator of the connection, because the page shows no details. */
  async function logged<T>(
    kind: BrokeredAttempt['kind'],
    { tenantId, connection: connectionId }: BrokeredOrder,
    work: Promise<T>,
  ): Promise<T> {
    try {
      return await work;
    } catch (error) {
      if (error instanceof BrokeredSignInFailed && error.cause !== undefined) {
        const { reason } = error;
        const detail = messagesOf(error.cause);
        const level = reason === 'connection_unavailable' ? 'warn' : 'info';
        log[level]({ tenantId, connectionId, kind, reason, detail }, 'a brokered sign-in failed');
      }
      throw error;
    }
  }

  return {
    /** @throws BrokeredSignInFailed */
    begin: (kind: BrokeredAttempt['kind'], order: BrokeredOrder): Promise<BrokeredAttempt> =>
      logged(kind, order, byKind[kind].begin(order)),
    /** Requires the state of the attempt in the response, which prevents login CSRF. @throws BrokeredSignInFailed */
    async complete(
      order: BrokeredOrder,
      attempt: BrokeredAttempt,
      response: ProviderResponse,
    ): Promise<BrokeredIdentity> {
      if ((response['state'] ?? response['RelayState']) !== attempt.state)
        throw new BrokeredSignInFailed('response_invalid');
      return logged(attempt.kind, order, byKind[attempt.kind].complete(order, attempt, response));
    },
    linkSocial: ofSocial.link,
  };
}

export type Brokers = ReturnType<typeof brokers>;
