import type { Language } from '../../kit/code/highlight.ts';

/** The real values of an API. */
export interface ApiFacts {
  issuer: string;
  audience: string;
  /** A scope of it; absent while it has none. */
  scope?: string;
}

/** A sample of code, named by its framework. */
export interface ApiSample {
  id: string;
  label: string;
  language: Language;
  code: string;
}

const shellText = (text: string): string => `'${text.replaceAll("'", String.raw`'\''`)}'`;
const quoted = (text: string): string => `'${text.replaceAll(/['\\]/g, String.raw`\$&`)}'`;

/** A request for a token of the application itself. */
export const tokenRequest = ({ issuer, audience, scope = 'SCOPE' }: ApiFacts): string =>
  `curl -s ${shellText(`${issuer}/oauth2/token`)} \\
  -u "$CLIENT_ID:$CLIENT_SECRET" \\
  -d grant_type=client_credentials \\
  -d resource=${shellText(audience)} \\
  -d scope=${shellText(scope)}`;

const express = ({ issuer, audience, scope = 'SCOPE' }: ApiFacts): string =>
  `import express from 'express';
import { accessTokenVerifier, InvalidToken } from '@platform/sdk/verify';

const verify = accessTokenVerifier({
  issuer: ${quoted(issuer)},
  audience: ${quoted(audience)},
});

const requireScope = (scope) => async (req, res, next) => {
  try {
    const [, token = ''] = /^Bearer (.+)$/i.exec(req.headers.authorization ?? '') ?? [];
    req.auth = await verify(token, { scopes: [scope] });
    next();
  } catch (error) {
    if (!(error instanceof InvalidToken)) return next(error);
    res.status(error.status).set('WWW-Authenticate', 'Bearer').end();
  }
};

const app = express();
app.get('/', requireScope(${quoted(scope)}), (req, res) => res.json(req.auth));
app.listen(3000);`;

const python = ({ issuer, audience, scope = 'SCOPE' }: ApiFacts): string =>
  `import jwt
from fastapi import Depends, FastAPI, HTTPException
from fastapi.security import HTTPAuthorizationCredentials, HTTPBearer

issuer, audience = ${quoted(issuer)}, ${quoted(audience)}
keys = jwt.PyJWKClient(f"{issuer}/oauth2/jwks")
app = FastAPI()


def verified(credentials: HTTPAuthorizationCredentials = Depends(HTTPBearer())) -> dict:
    token = credentials.credentials
    try:
        if jwt.get_unverified_header(token).get("typ") != "at+jwt":
            raise jwt.InvalidTokenError("not an access token")
        key = keys.get_signing_key_from_jwt(token)
        claims = jwt.decode(token, key, algorithms=["ES256"], audience=audience, issuer=issuer)
    except jwt.PyJWTError:
        raise HTTPException(401, headers={"WWW-Authenticate": "Bearer"})
    if ${quoted(scope)} not in claims.get("scope", "").split():
        raise HTTPException(403, headers={"WWW-Authenticate": "Bearer"})
    return claims


@app.get("/")
def read(claims: dict = Depends(verified)):
    return claims`;

/** How a backend verifies tokens of the API. */
export const verifySamples = (facts: ApiFacts): readonly ApiSample[] => [
  { id: 'express', label: 'Express', language: 'typescript', code: express(facts) },
  // Comments and strings of Python are those of a shell.
  { id: 'fastapi', label: 'FastAPI', language: 'shell', code: python(facts) },
];
