import { getIronSession } from 'iron-session';
import { endSession, finishSignIn, sessionOptions, startSignIn, userOf } from './oidc.js';

const sessionOf = (req, res) => getIronSession(req, res, sessionOptions);

const redirect = (res, location, status = 302) => void res.writeHead(status, { location }).end();

/** Signs users in and out. Returns whether the request was one of these. */
export async function auth(req, res) {
  const url = req.url ?? '/';
  const [path] = url.split('?', 1);
  if (path === '/sign-in') redirect(res, await startSignIn(await sessionOf(req, res)));
  else if (path === '/callback') {
    await finishSignIn(await sessionOf(req, res), url);
    redirect(res, '/');
  } else if (path === '/sign-out' && req.method === 'POST')
    // 303: the browser continues with GET.
    redirect(res, await endSession(await sessionOf(req, res)), 303);
  else return false;
  return true;
}

/** The user of a request; undefined if there is none. */
export const currentUser = async (req, res) => userOf(await sessionOf(req, res));
