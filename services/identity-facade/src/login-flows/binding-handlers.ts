import type { LoginFlowBindingResource, loginFlowOperations } from '@platform/contracts';
import { prepared } from '@platform/kit/http';
import type { Handlers } from '@platform/kit/http';
import { problem } from '@platform/kit/problem';
import { listBindings } from './binding-store.ts';
import { bindClient, bindingResource, existingBinding, unbindClient } from './bindings.ts';
import { findHead, findVersions } from './login-flow-store.ts';

type BindingOperations = Pick<
  typeof loginFlowOperations,
  | 'loginFlowListClientBindings'
  | 'loginFlowGetClientBinding'
  | 'loginFlowPutClientBinding'
  | 'loginFlowDeleteClientBinding'
>;

/** Throws 404 for a client that the tenant does not have, 503 while the hub is away. */
export type RequireClient = (tenantId: string, clientId: string) => Promise<void>;

/** Handlers of the bindings of clients. */
export const bindingHandlers = ({
  requireClient,
  now,
}: {
  requireClient: RequireClient;
  now: () => Date;
}): Handlers<BindingOperations> => ({
  async loginFlowListClientBindings({ tx }) {
    const rows = await listBindings(tx);
    const { activeVersion } = await findHead(tx);
    const versionOf = ({ version }: { version: number | null }) => version ?? activeVersion;
    const versions = await findVersions(tx, [...new Set(rows.map(versionOf))]);
    return rows.flatMap((row): LoginFlowBindingResource[] => {
      const version = versions.get(versionOf(row));
      return version ? [bindingResource(row, version)] : [];
    });
  },

  loginFlowGetClientBinding: ({ tx, params: { clientId } }) => existingBinding(tx, clientId),

  loginFlowPutClientBinding: prepared(
    ({ principal: { tenantId }, params: { clientId } }) => requireClient(tenantId, clientId),
    async ({ tx, params: { clientId }, body, ifMatch }) =>
      bindClient(tx, body, { clientId, ifMatch, now: now(), actor: tx.context.actor }),
  ),

  async loginFlowDeleteClientBinding({ tx, params: { clientId }, ifMatch }) {
    if (!(await unbindClient(tx, clientId, 'requested', ifMatch))) throw problem('not_found');
    return undefined;
  },
});
