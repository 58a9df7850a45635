import { serveRpc } from '@platform/kit/grpc';
import { problem } from '@platform/kit/problem';
import type { CompleteSocialResponse } from '@platform/protos';
import { credentialsOf } from './fake-challenges.ts';
import type {
  CredentialState,
  SetPassword,
  TestChallenge,
  TestCredentials,
  Verify,
} from './fake-challenges.ts';
import { serveCredentials } from './fake-credentials.ts';
import { serveExperiences } from './fake-experiences.ts';
import type {
  ExperienceState,
  TestAsset,
  TestExperience,
  TestLoginDomain,
} from './fake-experiences.ts';
import { testMailbox } from './fake-mailbox.ts';
import type { TestMailbox } from './fake-mailbox.ts';
import { startSibling } from './fake-sibling.ts';
import type { TestCluster, TestSibling } from './fake-sibling.ts';
import { serveSocial } from './fake-social.ts';
import type { SocialState } from './fake-social.ts';

/** A fake identity facade: experiences, and the credentials that tests add. */
export interface TestIdentity extends TestSibling, TestMailbox {
  setExperience(clientId: string, experience: TestExperience): void;
  /** Serves a tenant's pages on a login domain. */
  setDomain(host: string, domain: TestLoginDomain): void;
  /** Adds a file of a tenant, by the digest of its content. */
  setAsset(tenantId: string, sha256: string, asset: TestAsset): void;
  /** Adds a preview of a page under its ticket. */
  setPreview(tenantId: string, ticket: string, content: object): void;
  setCredentials(userId: string, credentials: TestCredentials): void;
  credentialsOf(userId: string): TestCredentials;
  /** Responds with `LOCKED` to the next attempts of a person, for this time. */
  lock(userId: string, retryAfterMs: number): void;
  /** Simulates that the limit of emails per address is reached. */
  limitMails(isLimited: boolean): void;
  /**
   * Sets the social provider's response to this code; the state is added from the hub's request.
   */
  setSocialAnswer(code: string, answer: CompleteSocialResponse): void;
  /** Linked identities: user, and state of the sign-in. */
  linked: SocialState['linked'];
  /** Started challenges, in order, including the codes of emails. */
  challenges: TestChallenge[];
  /** Verified answers, in order. */
  verifications: Verify[];
  /** Passwords that were set, in order. */
  passwordsSet: SetPassword[];
}

const servePreviews = (previews: ReadonlyMap<string, object>, check: () => void) =>
  serveRpc(
    'platform.identity.v1.Previews',
    {
      async Resolve({ tenantId, ticket }) {
        check();
        const content = previews.get(`${tenantId} ${ticket}`);
        if (!content) throw problem('not_found');
        return { contentJson: JSON.stringify(content) };
      },
    },
    { Resolve: ['hub'] },
  );

/** Starts {@link TestIdentity}. Rejects passwords shorter than 8 characters, and `password1`. */
export async function startTestIdentity(cluster: TestCluster): Promise<TestIdentity> {
  const experience: ExperienceState = {
    experiences: new Map(),
    domains: new Map(),
    assets: new Map(),
  };
  const credentials: CredentialState = {
    people: new Map(),
    locked: new Map(),
    challenges: [],
    verifications: [],
    passwordsSet: [],
    areMailsLimited: false,
  };
  const social: SocialState = { answers: new Map(), linked: [] };
  const mailbox = testMailbox();
  const previews = new Map<string, object>();
  const sibling = await startSibling(cluster, 'identity-facade', (check) => [
    servePreviews(previews, check),
    serveExperiences(experience, check),
    serveCredentials(credentials, check),
    serveSocial(social, check),
    mailbox.mount(check),
  ]);
  return {
    ...sibling,
    mails: mailbox.mails,
    asked: mailbox.asked,
    challenges: credentials.challenges,
    verifications: credentials.verifications,
    passwordsSet: credentials.passwordsSet,
    linked: social.linked,
    setSocialAnswer: (code, answer) => void social.answers.set(code, answer),
    credentialsOf: (userId) => credentialsOf(credentials, userId),
    setExperience: (clientId, value) => void experience.experiences.set(clientId, value),
    setDomain: (host, domain) => void experience.domains.set(host, domain),
    setAsset: (tenantId, sha256, asset) =>
      void experience.assets.set(`${tenantId} ${sha256}`, asset),
    setPreview: (tenantId, ticket, content) => void previews.set(`${tenantId} ${ticket}`, content),
    setCredentials: (userId, value) => void credentials.people.set(userId, value),
    limitMails: (isLimited) => void (credentials.areMailsLimited = isLimited),
    lock: (userId, retryAfterMs) => void credentials.locked.set(userId, retryAfterMs),
  };
}
