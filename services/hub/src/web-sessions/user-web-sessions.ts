// What other areas do with the sessions of a user.
export {
  deleteWebSessionsOfUser as endUserWebSessions,
  listWebSessionsOfUser as userWebSessions,
} from './web-session-store.ts';
