import { Router } from 'express';
import { getIronSession } from 'iron-session';
import { endSession, finishSignIn, sessionOptions, startSignIn, userOf } from './oidc.js';

const sessionOf = (req, res) => getIronSession(req, res, sessionOptions);

/** Routes that sign users in and out. */
export const auth = Router();

auth.get('/sign-in', async (req, res) => {
  res.redirect(await startSignIn(await sessionOf(req, res)));
});

auth.get('/callback', async (req, res) => {
  await finishSignIn(await sessionOf(req, res), req.originalUrl);
  res.redirect('/');
});

auth.post('/sign-out', async (req, res) => {
  // 303: the browser continues with GET.
  res.redirect(303, await endSession(await sessionOf(req, res)));
});

/** The user of a request; undefined if there is none. */
export const currentUser = async (req, res) => userOf(await sessionOf(req, res));

/** Sends visitors to the sign-in page. The user is in `res.locals`. */
export async function requireUser(req, res, next) {
  const user = await currentUser(req, res);
  if (!user) return res.redirect('/sign-in');
  res.locals['user'] = user;
  next();
}
