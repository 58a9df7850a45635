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

/** A stub of the identity facade: experiences, and credentials that it was told of. */
export interface TestIdentity extends TestSibling, TestMailbox {
  setExperience(clientId: string, experience: TestExperience): void;
  /** Serves a tenant's pages at a login domain. */
  setDomain(host: string, domain: TestLoginDomain): void;
  /** A file of a tenant by the digest of its content. */
  setAsset(tenantId: string, sha256: string, asset: TestAsset): void;
  setCredentials(userId: string, credentials: TestCredentials): void;
  credentialsOf(userId: string): TestCredentials;
  /** Answers `LOCKED` to the next attempts of a person, for so long. */
  lock(userId: string, retryAfterMs: number): void;
  /** Whether addresses have had too many mails. */
  limitMails(isLimited: boolean): void;
  /** What the social provider answers to this code; the state is filled in by the hub's own. */
  setSocialAnswer(code: string, answer: CompleteSocialResponse): void;
  /** Identities that were linked: to whom, by the state of the sign-in. */
  linked: SocialState['linked'];
  /** Challenges that were begun, in order. Codes of mails are in them. */
  challenges: TestChallenge[];
  /** Answers that were verified, in order. */
  verifications: Verify[];
  /** Passwords that were set, in order. */
  passwordsSet: SetPassword[];
}

/** Starts {@link TestIdentity}. Passwords shorter than 8 characters and `password1` are refused. */
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
  const sibling = await startSibling(cluster, 'identity-facade', (check) => [
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
    setCredentials: (userId, value) => void credentials.people.set(userId, value),
    limitMails: (isLimited) => void (credentials.areMailsLimited = isLimited),
    lock: (userId, retryAfterMs) => void credentials.locked.set(userId, retryAfterMs),
  };
}
