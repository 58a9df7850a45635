import { createServer } from 'node:http';
import type { IncomingMessage, Server } from 'node:http';
import { json } from 'node:stream/consumers';

/** The only user of the pool. */
export const cognitoUser = {
  email: 'ada@cognito.example.com',
  password: 'correct horse battery staple 7',
};

const attributes = {
  sub: '93c4a8d2-60f1-70b5-1f1c-2f6c6a1d9b0e',
  email: cognitoUser.email,
  email_verified: 'true',
  name: 'Ada Lovelace',
};
const user = {
  Username: attributes.sub,
  UserAttributes: Object.entries(attributes).map(([Name, Value]) => ({ Name, Value })),
};
const tokens = { AccessToken: 'eyJ', IdToken: 'eyJ', ExpiresIn: 3600, TokenType: 'Bearer' };
const failure = { __type: 'NotAuthorizedException', message: 'Incorrect username or password.' };

interface InitiateAuth {
  AuthFlow: string;
  AuthParameters: { USERNAME: string; PASSWORD: string };
}

/** The response of an operation; undefined if the user or the password is wrong. */
function answerOf(operation: string, body: unknown): object | undefined {
  if (operation === 'GetUser') return user;
  const { AuthFlow, AuthParameters } = body as InitiateAuth;
  const { USERNAME, PASSWORD } = AuthParameters;
  const isRight = USERNAME === cognitoUser.email && PASSWORD === cognitoUser.password;
  return AuthFlow === 'USER_PASSWORD_AUTH' && isRight
    ? { AuthenticationResult: tokens, ChallengeParameters: {} }
    : undefined;
}

/** Starts the two operations of Amazon Cognito that verify a password and read its user. `asked` gets the name of each. */
export function startCognito(port: number, asked: string[]): Server {
  const answer = async (req: IncomingMessage): Promise<object | undefined> => {
    const operation = String(req.headers['x-amz-target']).replace(/.*\./, '');
    asked.push(operation);
    return answerOf(operation, await json(req));
  };
  return createServer((req, res) => {
    void answer(req).then((result) =>
      res
        .writeHead(result ? 200 : 400, { 'content-type': 'application/x-amz-json-1.1' })
        .end(JSON.stringify(result ?? failure)),
    );
  }).listen(port, '127.0.0.1');
}
