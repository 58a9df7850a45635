import type { loginPreviewOperations } from '@platform/contracts';
import type { Database } from '@platform/kit/database';
import { serveRpc } from '@platform/kit/grpc';
import type { RpcMount, RpcRunner } from '@platform/kit/grpc';
import type { Handlers } from '@platform/kit/http';
import { found, invalid } from '@platform/kit/problem';
import type { KnownClients } from '@platform/siblings/known-clients';
import { accessibilityOf } from '../branding/accessibility.ts';
import { previewContent } from './preview-content.ts';
import { findPreview } from './preview-store.ts';
import { ticketFor } from './preview-tickets.ts';

export interface PreviewOptions {
  db: Pick<Database, 'transact'>;
  tenantName: (tenantId: string) => Promise<string>;
  clients: Pick<KnownClients, 'find'>;
  clock: () => number;
}

/** The handlers of previews. They write in a transaction of their own: a preview changes nothing that an audit log records. */
export const previewHandlers = ({
  db,
  tenantName,
  clients,
  clock,
}: PreviewOptions): Handlers<typeof loginPreviewOperations> => ({
  async loginExperienceCreatePreview({ principal: { tenantId }, body, context }) {
    const { clientId } = body;
    const client = clientId === undefined ? undefined : await clients.find(tenantId, clientId);
    if (clientId !== undefined && !client)
      throw invalid('/clientId', 'not_found', 'must be the id of an application');
    const own = await tenantName(tenantId);
    const names = { tenantName: own, applicationName: client?.name ?? own };
    return db.transact(context, async (tx) => {
      const { settings, content } = await previewContent(tx, body, names);
      return { ...(await ticketFor(tx, content, clock())), ...accessibilityOf(settings) };
    });
  },
});

/** Resolves tickets, for the hub. */
export const previewRpc = (rpcRunner: Pick<RpcRunner, 'read'>): RpcMount =>
  serveRpc(
    'platform.identity.v1.Previews',
    {
      Resolve: async ({ tenantId, ticket }, call) => {
        const content = found(
          await rpcRunner.read(call, tenantId, (tx) => findPreview(tx, ticket)),
        );
        return { contentJson: JSON.stringify(content) };
      },
    },
    { Resolve: ['hub'] },
  );
