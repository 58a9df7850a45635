import { z } from 'zod';
import { Deletion, listOf } from '../common/list.ts';
import { idSchema } from '../ids.ts';
import { allOf, operations } from '../operation.ts';
import { selfRead, selfWrite } from '../self-operations.ts';
import { AccountConsent } from './account.ts';
import { EndedSession, EndedSessions, UserSession } from './user-session.ts';

const own = '/api/v1/me/sessions';
const applications = '/api/v1/me/applications';
const ofUser = '/api/v1/directory/users/{id}/sessions';
const userParams = z.object({ id: idSchema('user') });
const sessionParams = z.object({ id: idSchema('user'), sessionId: z.string() });

/** Operations on one's own sessions. */
export const ownSessionOperations = operations({
  meSessionList: {
    method: 'get',
    path: own,
    scopes: selfRead,
    summary: 'Lists your sessions, the last used one first',
    response: listOf(UserSession),
    errors: [],
    noEtag: true,
  },
  meSessionEndOthers: {
    method: 'delete',
    path: own,
    scopes: selfWrite,
    summary: 'Ends all your other sessions',
    description:
      'Signs you out of every browser except the one of this request. Applications with offline access keep it; remove them with `meApplicationRemove`.',
    response: EndedSessions,
    errors: [],
    noEtag: true,
  },
  meSessionEnd: {
    method: 'delete',
    path: `${own}/{sessionId}`,
    scopes: selfWrite,
    summary: 'Ends one of your sessions',
    description:
      'If it is the session of this request (`current`), its tokens are revoked after the response.',
    response: EndedSession,
    errors: [],
    noEtag: true,
  },
});

/** Operations on the applications that one has granted access. */
export const ownApplicationOperations = operations({
  meApplicationList: {
    method: 'get',
    path: applications,
    scopes: selfRead,
    summary: 'Lists the applications that have access to your account',
    response: listOf(AccountConsent),
    errors: [],
    noEtag: true,
  },
  meApplicationRemove: {
    method: 'delete',
    path: `${applications}/{clientId}`,
    scopes: selfWrite,
    summary: "Removes an application's access to your account",
    description: 'Deletes the consent and grants, and revokes the tokens of the application.',
    response: Deletion,
    errors: [],
    noEtag: true,
  },
});

/** Operations of administrators on the sessions of a user. */
export const userSessionOperations = operations({
  userSessionList: {
    method: 'get',
    path: ofUser,
    scopes: allOf('tenant:users.read'),
    summary: "Lists a user's sessions, the last used one first",
    params: userParams,
    response: listOf(UserSession),
    errors: [],
    noEtag: true,
  },
  userSessionEndAll: {
    method: 'delete',
    path: ofUser,
    scopes: allOf('tenant:users.write'),
    summary: 'Ends all sessions of a user',
    description:
      'Signs the user out of every browser, and revokes every grant, refresh token and access token of the user.',
    params: userParams,
    response: EndedSessions,
    errors: [],
    noEtag: true,
  },
  userSessionEnd: {
    method: 'delete',
    path: `${ofUser}/{sessionId}`,
    scopes: allOf('tenant:users.write'),
    summary: 'Ends one session of a user',
    params: sessionParams,
    response: Deletion,
    errors: [],
    noEtag: true,
  },
});
