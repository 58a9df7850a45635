import type { ApplicationResource } from '@platform/contracts';
import { lock, now, sql } from '@platform/kit/database';
import type { RowOf, Tx } from '@platform/kit/database';
import { found } from '@platform/kit/problem';
import { hubLocks } from '../advisory-locks.ts';
import { hub } from '../generated/tables.ts';
import type { SetSettings } from './application-settings.ts';
import { deleteClaimsWebhook } from './claims-webhook-store.ts';
import { deleteSecretsExcept } from './secret-store.ts';

const rows = hub
  .table('application')
  .narrow<{ settings: SetSettings }>()
  .omit('deletedAt', 'mayHavePolicies')
  .compute((of) => ({
    /** `created_at` with microseconds, for cursors. */
    position: of.cast<string>('application.createdAt', 'text'),
    /** The claims webhook, without its secret. */
    webhook: of
      .selectFrom('claimsWebhook as w')
      .select((w) =>
        w
          .fn<ApplicationResource['claimsWebhook']>('jsonb_build_object', [
            sql.lit('url'),
            'w.url',
            sql.lit('tokenTypes'),
            'w.tokenTypes',
            sql.lit('failureMode'),
            'w.failureMode',
            sql.lit('timeoutMilliseconds'),
            'w.timeoutMilliseconds',
            sql.lit('version'),
            'w.version',
          ])
          .as('webhook'),
      )
      .whereRef('w.tenantId', '=', 'application.tenantId')
      .whereRef('w.clientId', '=', 'application.clientId')
      .where('w.url', 'is not', null)
      .$asScalar(),
  }));
const apiAccess = hub.table('apiClient');
const applications = rows.only({ deletedAt: null });

/** A change of the resource, which gets the next version. */
const revision = { version: sql<number>`version + 1`, updatedAt: now };

/** A stored application that has not been deleted. */
export type ApplicationRecord = RowOf<typeof rows>;

/** The properties of an application that its administrators set. */
export type ApplicationContent = Pick<
  ApplicationRecord,
  'clientId' | 'name' | 'type' | 'settings' | 'allowedScopes'
>;

export const findApplication = (tx: Tx, clientId: string): Promise<ApplicationRecord | undefined> =>
  applications.find(tx, { clientId });

/** @throws 404 if the tenant has no such application */
export const existingApplication = async (tx: Tx, clientId: string): Promise<ApplicationRecord> =>
  found(await findApplication(tx, clientId));

/** Locks the row until the transaction ends. */
export const lockApplication = (tx: Tx, clientId: string): Promise<ApplicationRecord | undefined> =>
  applications.lock(tx, { clientId });

/** Like {@link lockApplication}. @throws 404 if the tenant has no such application */
export const lockedApplication = async (tx: Tx, clientId: string): Promise<ApplicationRecord> =>
  found(await lockApplication(tx, clientId));

/** Newest first. */
export const listApplications = (
  tx: Tx,
  {
    behind,
    limit,
    ...where
  }: {
    type?: ApplicationRecord['type'];
    behind: readonly (string | number)[] | undefined;
    limit: number;
  },
): Promise<ApplicationRecord[]> =>
  applications.page(tx, { where, by: ['createdAt', 'clientId'], behind, limit });

const maxBrowserApplications = 20;

/** The enabled applications of the tenant that people open in a browser. */
export const listBrowserApplications = (tx: Tx): Promise<ApplicationRecord[]> =>
  applications.list(tx, {
    where: { enabled: true, isPlatform: false, type: ['web', 'spa'] },
    orderBy: 'createdAt',
    limit: maxBrowserApplications,
  });

/** Serializes registrations of one tenant, so that concurrent ones cannot exceed the limit. */
export const lockRegistration = (tx: Tx): Promise<unknown> =>
  lock(tx, hubLocks.applications, tx.context.tenantId);

/** Whether another enabled application is allowed the scope. */
export const isScopeHeldElsewhere = async (
  tx: Tx,
  { scope, clientId }: { scope: string; clientId: string },
): Promise<boolean> =>
  (await applications
    .pick('clientId')
    .only((of) =>
      of.and([
        of('clientId', '<>', clientId),
        of(of.val(scope), '=', of.fn.any('application.allowedScopes')),
      ]),
    )
    .find(tx, { enabled: true })) !== undefined;

export const countApplications = (tx: Tx): Promise<number> => applications.count(tx);

/** Inserts an application; undefined if its id is taken, even by a deleted application. */
export async function insertApplication(
  tx: Tx,
  application: ApplicationContent & Partial<Pick<ApplicationRecord, 'enabled' | 'isPlatform'>>,
): Promise<ApplicationRecord | undefined> {
  // Read in a second statement: Citus allows neither a subquery nor a cast of a time in RETURNING.
  const made = await rows.insertIfAbsent(tx, { ...application, mayHavePolicies: false });
  return made ? findApplication(tx, application.clientId) : undefined;
}

export const updateApplication = async (
  tx: Tx,
  clientId: string,
  change: Partial<Pick<ApplicationRecord, 'name' | 'settings' | 'allowedScopes' | 'enabled'>>,
): Promise<ApplicationRecord> =>
  found(await applications.updateReturning(tx, { clientId }, { ...change, ...revision }));

/** Records that the application can have access policies from now on. False if the tenant has no such application. */
export const expectPolicies = async (tx: Tx, clientId: string): Promise<boolean> =>
  (await applications.update(tx, { clientId }, { mayHavePolicies: true })) === 1;

/** Deletes an application, but reserves its id. */
export async function deleteApplication(tx: Tx, clientId: string): Promise<void> {
  await deleteSecretsExcept(tx, clientId, null);
  await deleteClaimsWebhook(tx, clientId);
  await apiAccess.delete(tx, { clientId });
  await applications.update(
    tx,
    { clientId },
    { deletedAt: now, updatedAt: now, enabled: false, name: '', settings: {}, allowedScopes: [] },
  );
}

/** Inserts an application with the default settings, or replaces the one with its id, even if that is deleted. */
export const replaceApplication = (
  tx: Tx,
  application: Omit<ApplicationContent, 'settings'>,
): Promise<number> =>
  tx.execute(
    hub.query
      .insertInto('application')
      .values({ tenantId: tx.context.tenantId, ...application, mayHavePolicies: false })
      .onConflict((conflict) =>
        conflict.columns(['tenantId', 'clientId']).doUpdateSet((of) => ({
          name: of.ref('excluded.name'),
          type: of.ref('excluded.type'),
          allowedScopes: of.ref('excluded.allowedScopes'),
          settings: '{}',
          enabled: true,
          mayHavePolicies: true,
          createdAt: of
            .case()
            .when('application.deletedAt', 'is', null)
            .then(of.ref('application.createdAt'))
            .else(now)
            .end(),
          deletedAt: null,
          version: of('application.version', '+', 1),
          updatedAt: now,
        })),
      ),
  );

/** Adds the scopes that the application lacks. */
export const addAllowedScopes = (
  tx: Tx,
  clientId: string,
  scopes: readonly string[],
): Promise<number> =>
  applications
    .only(() => sql<boolean>`NOT allowed_scopes @> ${scopes}::text[]`)
    .update(
      tx,
      { clientId },
      {
        allowedScopes: sql<
          string[]
        >`ARRAY(SELECT DISTINCT unnest(allowed_scopes || ${scopes}::text[]))`,
        ...revision,
      },
    );

/** Adds the redirect URIs that the application lacks. */
export const addRedirectUris = (
  tx: Tx,
  clientId: string,
  uris: readonly string[],
): Promise<number> => {
  const present = sql`coalesce(settings -> 'redirectUris', '[]')`;
  const wanted = sql`${JSON.stringify(uris)}::jsonb`;
  return applications
    .only(() => sql<boolean>`NOT ${present} @> ${wanted}`)
    .update(
      tx,
      { clientId },
      {
        settings: sql<SetSettings>`jsonb_set(settings, '{redirectUris}', ${present} || ${wanted})`,
        ...revision,
      },
    );
};
