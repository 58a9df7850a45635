import { Hono } from 'hono';
import { getIronSession } from 'iron-session';
import { endSession, finishSignIn, sessionOptions, startSignIn, userOf } from './oidc.js';

// Headers of `c.res` are part of the response that follows.
const sessionOf = (c) => getIronSession(c.req.raw, c.res, sessionOptions);

/** Routes that sign users in and out. */
export const auth = new Hono();

auth.get('/sign-in', async (c) => c.redirect(await startSignIn(await sessionOf(c))));

auth.get('/callback', async (c) => {
  await finishSignIn(await sessionOf(c), c.req.url);
  return c.redirect('/');
});

// 303: the browser continues with GET.
auth.post('/sign-out', async (c) => c.redirect(await endSession(await sessionOf(c)), 303));

/** The user of a request; undefined if there is none. */
export const currentUser = async (c) => userOf(await sessionOf(c));
