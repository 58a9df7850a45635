import { sql } from '@platform/kit/database';
import type { Tx } from '@platform/kit/database';
import type { SearchTerm } from '@platform/siblings/overview';
import { identityFacade } from '../generated/tables.ts';

const domains = identityFacade.table('loginDomains');
const connectors = identityFacade.table('socialConnectors');
const brandings = identityFacade.table('branding');

export const listTroubledLoginDomains = (tx: Tx, limit: number) =>
  domains
    .pick('domain', 'status', 'failingSince', 'endsAt')
    .list(tx, { where: { status: ['failing', 'suspended'] }, orderBy: 'domain', limit });

export const listFailingConnectors = (tx: Tx, limit: number) =>
  connectors
    .pick('provider', 'updatedAt')
    .list(tx, { where: { health: 'failing' }, orderBy: 'provider', limit });

export const hasBranding = async (tx: Tx): Promise<boolean> =>
  (await brandings.pick('version').find(tx, {})) !== undefined;

export const findLoginDomains = (tx: Tx, { key, limit }: SearchTerm) =>
  tx.rows(
    domains
      .pick('domain', 'status')
      .select(tx)
      .where(sql<boolean>`domain ^@ ${key}`)
      .orderBy('domain')
      .limit(limit),
  );

export const findConnectors = (tx: Tx, { key, limit }: SearchTerm) =>
  tx.rows(
    connectors
      .pick('provider')
      .select(tx)
      .where(sql<boolean>`lower(provider) ^@ ${key}`)
      .orderBy('provider')
      .limit(limit),
  );
