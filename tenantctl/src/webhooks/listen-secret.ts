import { randomBytes } from 'node:crypto';
import { join } from 'node:path';
import { usageError } from '@platform/command-line/failure';
import { writeAtomically } from '@platform/command-line/file-write';
import { secretText } from '../operations/input-file.ts';
import { configFolder, optionalText } from '../session/profiles.ts';

/**
 * The secret that events are signed with: that of a file, or one of this machine and profile, which stays the same so that the
 * receiver can keep it in its configuration.
 */
export async function listenSecret(
  env: NodeJS.ProcessEnv,
  profile: string,
  secretFile: string | undefined,
): Promise<string> {
  if (secretFile !== undefined) {
    const secret = await secretText(secretFile);
    if (!secret.startsWith('whsec_'))
      throw usageError('--secret-file must contain a secret that begins with whsec_.');
    return secret;
  }
  const file = join(configFolder(env), 'webhook-secrets', profile);
  const stored = await optionalText(file);
  if (stored) return stored.trim();
  const secret = `whsec_${randomBytes(32).toString('base64')}`;
  writeAtomically(file, secret, 0o600);
  return secret;
}
