import { availableParallelism } from 'node:os';
import { ownSignInMethodOperations, userSignInMethodOperations } from '@platform/contracts';
import { subjectExport } from '@platform/data-lifecycle/data-subject';
import { deleteOlder } from '@platform/kit/database';
import { serve } from '@platform/kit/http';
import type { Mount } from '@platform/kit/http';
import type { Platform, ServiceParts } from '@platform/kit/service';
import { keyKind } from '../authenticators/key-kind.ts';
import { recoveryCodeKind } from '../authenticators/recovery-code-kind.ts';
import { totpKind } from '../authenticators/totp-kind.ts';
import { totpSeals } from '../authenticators/totp-secrets.ts';
import { answerChallenge, answerChallengeIn } from '../challenges/answer-challenge.ts';
import { beginChallenge, beginChallengeIn } from '../challenges/begin-challenge.ts';
import { challengeSeals } from '../challenges/challenge-content.ts';
import type { ChallengeKinds } from '../challenges/challenge-kind.ts';
import { mailedKind } from '../challenges/mailed-kind.ts';
import type { IdentityFacadeConfig } from '../config.ts';
import { credentialsRpc } from '../credentials/credentials-rpc.ts';
import { newPasswordRules } from '../credentials/new-password-rules.ts';
import type { NewPasswordRules } from '../credentials/new-password-rules.ts';
import { setPasswordRpc } from '../credentials/set-password-rpc.ts';
import { verifyRpc } from '../credentials/verify-rpc.ts';
import { identityDataSubject } from '../data-subject/identity-data-subject.ts';
import { identitySections } from '../data-subject/identity-sections.ts';
import { followUserEvents } from '../data-subject/credential-erasure.ts';
import type { QueueMail } from '../mail/mail-queue.ts';
import { hashPool } from '../passwords/hash-pool.ts';
import { lazyMigration } from '../passwords/lazy-migration.ts';
import { passwordHasher } from '../passwords/password-hasher.ts';
import { passwordImport } from '../passwords/password-import.ts';
import { minimumLength } from '../passwords/password-length.ts';
import { passwordSetting } from '../passwords/password-setting.ts';
import { passwordVerification } from '../passwords/password-verification.ts';
import { movedPeppers } from '../passwords/moved-peppers.ts';
import { peppers } from '../passwords/pepper.ts';
import type { PasswordSetting } from '../passwords/password-setting.ts';
import { accountUsers } from '../sign-in-methods/account-user.ts';
import { ownSignInMethodHandlers } from '../sign-in-methods/own-sign-in-method-handlers.ts';
import { userSignInMethodHandlers } from '../sign-in-methods/user-sign-in-method-handlers.ts';
import { signInReports } from '../security-notices/sign-in-reports.ts';
import { hardwareProof, readRoots } from '../authenticators/attestation-roots.ts';
import type { SocialParts } from './connector-parts.ts';
import { passwordParts } from './password-parts.ts';
import { tenantNames } from './tenant-names.ts';
import { clockOf } from './test-options.ts';
import type { IdentityFacadeOptions } from './test-options.ts';
import { verifiedEmails } from './verified-emails.ts';

const hasherOf = ({ secrets, metrics }: Platform, config: IdentityFacadeConfig) =>
  passwordHasher({
    settings: {
      algorithm: config.passwordAlgorithm === 'scrypt' ? 'scrypt' : 'argon2id',
      memoryKib: config.passwordMemoryKib,
      time: config.passwordTime,
      parallelism: config.passwordParallelism,
    },
    peppers: peppers(secrets),
    pool: hashPool(config.passwordMaxConcurrent || 2 * availableParallelism()),
    metrics,
  });

function kindsOf(
  platform: Platform,
  { attestationRoots }: Pick<IdentityFacadeConfig, 'attestationRoots'>,
  queueMail: QueueMail,
): ChallengeKinds {
  const { secrets } = platform;
  const siteName = tenantNames(platform);
  const decoyKey = secrets.deriveKey('identity-facade decoy keys');
  const roots = attestationRoots === '' ? [] : readRoots(attestationRoots);
  const provesHardware = hardwareProof(roots);
  const keys = { siteName, decoyKey, provesHardware, attestsPasskeys: roots.length > 0 };
  return {
    email_code: mailedKind('email_code', { queueMail }),
    magic_link: mailedKind('magic_link', { queueMail }),
    totp: totpKind({ seals: totpSeals(secrets), siteName }),
    recovery_code: recoveryCodeKind,
    passkey: keyKind('passkey', keys),
    security_key: keyKind('security_key', keys),
  };
}

const siteNamesOf =
  ({ trust }: Platform) =>
  async (tenantId: string): Promise<string[]> => {
    const tenant = await trust.tenants.byId(tenantId);
    return [tenant?.name ?? '', tenant?.slug ?? ''];
  };

/** The operations on sign-in methods, of users themselves and of administrators. */
function signInMethodMounts(
  { trust, peer }: Platform,
  {
    challenges,
    ...given
  }: {
    challenges: Parameters<typeof answerChallengeIn>[0];
    passwords: PasswordSetting;
    rulesOf: NewPasswordRules;
    social: SocialParts;
    clock: () => number;
  },
): Mount[] {
  const userOf = accountUsers(() => peer('directory'));
  const own = ownSignInMethodHandlers({
    ...given,
    userOf,
    async originOf(tenantId) {
      const tenant = await trust.tenants.byId(tenantId);
      if (!tenant) throw new Error(`the tenant ${tenantId} has no issuer`);
      return new URL(tenant.issuer).origin;
    },
    begin: beginChallengeIn(challenges),
    answer: answerChallengeIn(challenges),
  });
  return [
    serve(ownSignInMethodOperations, own),
    serve(userSignInMethodOperations, userSignInMethodHandlers({ userOf, ...given })),
  ];
}

/** How long a browser is remembered after its last sign-in. */
const deviceLife = '400 days';

/** How long failures are remembered after the last one. */
const throttleLife = '30 days';

/** Puts credentials together. */
export function credentialParts(
  platform: Platform,
  config: IdentityFacadeConfig,
  {
    queueMail,
    social,
    ...options
  }: IdentityFacadeOptions & { queueMail: QueueMail; social: SocialParts },
): Required<Pick<ServiceParts, 'mounts' | 'rpc' | 'singletons' | 'surfaces' | 'workers'>> {
  const { db, bus, secrets, rpcRunner, peer } = platform;
  const clock = clockOf(options);
  const hasher = hasherOf(platform, config);
  const { judge, worker } = passwordParts(platform, config, options);
  const passwords = passwordSetting({ hasher, judge, clock });
  const challenges = {
    db,
    clock,
    kinds: kindsOf(platform, config, queueMail),
    seals: challengeSeals(secrets),
  };
  const lengths = {
    minLength: config.passwordMinLength,
    singleFactorMinLength: config.passwordSingleFactorMinLength,
  };
  const rulesOf = newPasswordRules({
    minimumLength: minimumLength(lengths),
    siteNames: siteNamesOf(platform),
  });
  followUserEvents({ bus });
  return {
    mounts: signInMethodMounts(platform, { challenges, passwords, rulesOf, social, clock }),
    rpc: [
      credentialsRpc({
        rpcRunner,
        clock,
        reports: signInReports({ secrets, clock }),
        begin: beginChallenge({
          ...challenges,
          verifiedEmail: verifiedEmails(() => peer('directory')),
        }),
        importPasswords: passwordImport({
          db,
          passwords,
          rules: { minLength: lengths.minLength, forbidden: [] },
        }),
        verify: verifyRpc({
          verifyPassword: passwordVerification({
            db,
            hasher,
            clock,
            migrate: lazyMigration(() => peer('directory')),
            movedPepper: movedPeppers(secrets),
          }),
          answerChallenge: answerChallenge(challenges),
          clock,
        }),
        passwords: setPasswordRpc({
          db,
          rpcRunner,
          passwords,
          rulesOf,
          digestKey: secrets.deriveKey('identity-facade password digests'),
        }),
      }),
      identityDataSubject({ db, clock }),
    ],
    surfaces: [
      subjectExport({
        service: 'identity-service',
        token: config.dsarToken,
        sections: (context, userId) => identitySections({ db, clock }, context, userId),
      }),
    ],
    workers: [worker],
    singletons: [
      {
        name: 'challenges',
        schedule: 3_600_000,
        work: async () => {
          await deleteOlder(db, { table: 'challenges', column: 'expires_at', life: '1 hour' });
          await deleteOlder(db, { table: 'devices', column: 'last_used_at', life: deviceLife });
          await deleteOlder(db, {
            table: 'credential_throttle',
            column: 'next_at',
            life: throttleLife,
          });
        },
      },
    ],
  };
}
