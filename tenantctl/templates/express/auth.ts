import { Router } from 'express';
import type { NextFunction, Request, Response } from 'express';
import { getIronSession } from 'iron-session';
import { endSession, finishSignIn, sessionOptions, startSignIn, userOf } from './oidc.js';
import type { SessionData } from './oidc.js';

const sessionOf = (req: Request, res: Response) =>
  getIronSession<SessionData>(req, res, sessionOptions);

/** Routes that sign users in and out. */
export const auth = Router();

auth.get('/sign-in', async (req: Request, res: Response) => {
  res.redirect(await startSignIn(await sessionOf(req, res)));
});

auth.get('/callback', async (req: Request, res: Response) => {
  await finishSignIn(await sessionOf(req, res), req.originalUrl);
  res.redirect('/');
});

auth.post('/sign-out', async (req: Request, res: Response) => {
  // 303: the browser continues with GET.
  res.redirect(303, await endSession(await sessionOf(req, res)));
});

/** The user of a request; undefined if there is none. */
export const currentUser = async (req: Request, res: Response) => userOf(await sessionOf(req, res));

/** Sends visitors to the sign-in page. The user is in `res.locals`. */
export async function requireUser(req: Request, res: Response, next: NextFunction) {
  const user = await currentUser(req, res);
  if (!user) return res.redirect('/sign-in');
  res.locals['user'] = user;
  next();
}
