import type { SubjectAct, SubjectAnswer } from '@platform/data-lifecycle/data-subject';
import type { Tx } from '@platform/kit/database';
import type { SubjectRequest } from '@platform/protos';
import { listUserArtifacts } from '../grants/grants.ts';
import { revokeUserSessions } from '../sessions/session-revocation.ts';
import type { NotifyLogout } from '../sessions/session-revocation.ts';
import { deleteClientConsents, listClientConsents } from './consent-store.ts';
import { deleteIntentsOfUser, listIntentsOfUser } from './link-intent-store.ts';

const maxItems = 1_000;
const nothing: SubjectAnswer = { outcome: 'NOTHING_FOUND' };

/** The sessions of the web applications, as far as they concern a user's data. */
export interface UserWebSessions {
  list(tx: Tx, userId: string, limit: number): Promise<unknown[]>;
  /** Ends all of them. */
  end(tx: Tx, userId: string): Promise<unknown>;
}

/** The hub's data about a user, without tokens. */
export interface AccountSections {
  sections: Record<string, unknown[]>;
  truncated: boolean;
}

/** The sections of the models in an export. The other models belong to one of these. */
const sectionOf: Readonly<Record<string, string>> = {
  Session: 'sessions',
  Grant: 'grants',
  DeviceCode: 'deviceGrants',
};
const shownProperties = [
  'acr',
  'amr',
  'loginTs',
  'authTime',
  'organizationId',
  'scope',
  'openid',
  'resources',
  'deviceInfo',
  'origin',
];

/** Reads all data about a user. Every section is present, but empty for an unknown user. */
export async function subjectSections(
  tx: Tx,
  userId: string,
  webSessions: Pick<UserWebSessions, 'list'>,
): Promise<AccountSections> {
  const artifacts = await listUserArtifacts(tx, userId, maxItems);
  const intents = await listIntentsOfUser(tx, userId, maxItems);
  const sections: Record<string, unknown[]> = {
    sessions: [],
    grants: [],
    deviceGrants: [],
    consents: await listClientConsents(tx, userId),
    linkIntents: intents.map(({ id, invitationId, organizationId, state, createdAt }) => ({
      id,
      invitationId,
      organizationId,
      state,
      createdAt,
    })),
    webSessions: await webSessions.list(tx, userId, maxItems),
    signIns: [],
  };
  for (const { model, clientId, payload, ...times } of artifacts) {
    const shown = Object.fromEntries(
      shownProperties.flatMap((name) => (name in payload ? [[name, payload[name]]] : [])),
    );
    const section = sections[sectionOf[model] ?? ''];
    section?.push({
      ...(clientId === null ? {} : { clientId }),
      ...shown,
      createdAt: times.createdAt,
      expiresAt: times.expiresAt,
    });
    if (model === 'Session')
      sections['signIns']?.push({
        at: payload['loginTs'],
        acr: payload['acr'],
        amr: payload['amr'],
      });
  }
  return { sections, truncated: artifacts.length === maxItems || intents.length === maxItems };
}

type Artifacts = Awaited<ReturnType<typeof listUserArtifacts>>;

/** Counts sessions and grants, in the format of a receipt. */
const endedItems = (artifacts: Artifacts, action: 'REVOKED' | 'DELETED') =>
  Object.entries(sectionOf).flatMap(([model, category]) => {
    const count = artifacts.filter((one) => one.model === model).length;
    return count === 0 ? [] : [{ category, action, count }];
  });

/** Ends the sessions and grants of a deactivated account. */
export const deactivateSubject = (
  notifyLogout: NotifyLogout,
  webSessions: UserWebSessions,
): SubjectAct => ({
  atOnce: async (tx, { userId, dryRun }: SubjectRequest) => {
    if (userId === '') return nothing;
    const found = await listUserArtifacts(tx, userId, maxItems);
    if (!dryRun) {
      await webSessions.end(tx, userId);
      await revokeUserSessions(tx, userId, { reason: 'deactivated', notifyLogout });
    }
    return found.length === 0 ? nothing : { outcome: 'DONE', items: endedItems(found, 'REVOKED') };
  },
});

/** Deletes all data about a user. */
export const eraseAccountSubject = (
  notifyLogout: NotifyLogout,
  webSessions: UserWebSessions,
): SubjectAct => ({
  atOnce: async (tx, { userId, dryRun }: SubjectRequest) => {
    if (userId === '') return nothing;
    const artifacts = await listUserArtifacts(tx, userId, maxItems);
    const found = {
      consents: (await listClientConsents(tx, userId)).length,
      linkIntents: (await listIntentsOfUser(tx, userId, maxItems)).length,
      webSessions: (await webSessions.list(tx, userId, maxItems)).length,
    };
    if (!dryRun) {
      await webSessions.end(tx, userId);
      await deleteClientConsents(tx, userId, null);
      await revokeUserSessions(tx, userId, { reason: 'erased', notifyLogout });
      await deleteIntentsOfUser(tx, userId);
    }
    const items = [
      ...endedItems(artifacts, 'DELETED'),
      ...Object.entries(found)
        .filter(([, count]) => count > 0)
        .map(([category, count]) => ({ category, action: 'DELETED', count })),
    ];
    return items.length === 0 && artifacts.length === 0 ? nothing : { outcome: 'DONE', items };
  },
});
