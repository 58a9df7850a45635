/** The URL of a certification suite in a browser, and the alias under which it keeps the callbacks of its tests. */
export interface CertificationSuite {
  url: string;
  alias: string;
}

/** An application that a suite signs in to. */
export interface CertifiedClient {
  clientId: string;
  clientSecret: string;
}

/** The tenant and the applications that the plans run against. */
export interface CertificationSubject {
  issuer: string;
  person: { email: string; password: string };
  clients: {
    basic: CertifiedClient;
    second: CertifiedClient;
    /** Authenticates by `client_secret_post`. */
    post: CertifiedClient;
    /** Receives sign-out notices, which the other tests treat as a failure. */
    notified: CertifiedClient;
  };
}

const waitSeconds = 20;

/** An address of the suite that belongs to the tests of one alias. */
export const suiteAddress = ({ url, alias }: CertificationSuite, name: string): string =>
  `${url}/test/a/${alias}/${name}`;

/** The unchanged page, for tests that ask for a screenshot. */
const picture = ['wait', 'xpath', '//main', waitSeconds, '.', 'update-image-placeholder-optional'];
const buttonBeside = (field: string): string =>
  `//form[.//input[@name='${field}']]//button[@type='submit']`;

/** The tasks of the suite's browser at the authorization endpoint; each page may be absent. */
const signInTasks = (
  { issuer, person }: CertificationSubject,
  suite: CertificationSuite,
  endpoint: string,
): object[] => [
  {
    task: 'Sign in',
    match: `${issuer}/login/*`,
    optional: true,
    commands: [
      picture,
      ['text', 'name', 'identifier', person.email, 'optional'],
      ['click', 'xpath', buttonBeside('identifier'), 'optional'],
      ['text', 'name', 'password', person.password, 'optional'],
      ['click', 'xpath', buttonBeside('password'), 'optional'],
    ],
  },
  {
    // For scope offline_access.
    task: 'Consent',
    match: `${issuer}/login/*`,
    optional: true,
    commands: [['click', 'css', 'button[name=decision][value=allow]']],
  },
  {
    // This browser does not submit the form of a form_post response by itself.
    task: 'Form post',
    match: endpoint,
    optional: true,
    commands: [['click', 'css', 'form[data-submit] button', 'optional']],
  },
  { task: 'Error page', match: endpoint, optional: true, commands: [picture] },
  {
    task: 'Callback',
    match: `${suiteAddress(suite, 'callback')}*`,
    optional: true,
    commands: [['wait', 'id', 'submission_complete', waitSeconds]],
  },
];

const signOutTasks = (endpoint: string): object[] => [
  {
    task: 'Confirm',
    match: endpoint,
    commands: [['click', 'name', 'logout', 'optional']],
  },
  { task: 'End', match: endpoint, optional: true, commands: [picture] },
];

const clientOf = ({ clientId, clientSecret }: CertifiedClient) => ({
  client_id: clientId,
  client_secret: clientSecret,
});

/** The configuration of every OpenID Connect plan of the OpenID Foundation's conformance suite, for one tenant. */
export const planConfiguration = (
  subject: CertificationSubject,
  suite: CertificationSuite,
): Record<string, unknown> => {
  const authorize = `${subject.issuer}/oauth2/authorize*`;
  const logout = `${subject.issuer}/oauth2/logout*`;
  return {
    alias: suite.alias,
    description: `OpenID provider ${subject.issuer}`,
    server: { discoveryUrl: `${subject.issuer}/.well-known/openid-configuration` },
    client: clientOf(subject.clients.basic),
    client2: clientOf(subject.clients.second),
    client_secret_post: clientOf(subject.clients.post),
    override: {
      'oidcc-backchannel-rp-initiated-logout': { client: clientOf(subject.clients.notified) },
    },
    browser: [
      { match: authorize, tasks: signInTasks(subject, suite, authorize) },
      { match: logout, tasks: signOutTasks(logout) },
    ],
  };
};
