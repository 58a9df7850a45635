import type { LoginFlowBindingResource, loginFlowOperations } from '@platform/contracts';
import { prepared } from '@platform/kit/http';
import type { Handlers } from '@platform/kit/http';
import { problem } from '@platform/kit/problem';
import type { KnownClients } from '@platform/siblings/known-clients';
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

export const bindingHandlers = ({
  clients,
  now,
}: {
  clients: Pick<KnownClients, 'require'>;
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
    ({ principal: { tenantId }, params: { clientId } }) => clients.require(tenantId, clientId),
    async ({ tx, params: { clientId }, body, ifMatch }) =>
      bindClient(tx, body, { clientId, ifMatch, now: now(), actor: tx.context.actor }),
  ),

  async loginFlowDeleteClientBinding({ tx, params: { clientId }, ifMatch }) {
    if (!(await unbindClient(tx, clientId, 'requested', ifMatch))) throw problem('not_found');
    return undefined;
  },
});
