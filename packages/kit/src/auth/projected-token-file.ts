import { readFile, stat } from 'node:fs/promises';
import { problem } from '@platform/kit/problem';

/**
 * Reads this process's own projected token from a file. Checks the file at most once per second and
 * reads it again after the kubelet has replaced it.
 * @returns a function that resolves to the token.
 * @throws 503 `upstream_unavailable` if the file is missing or empty: no request is sent without a
 * token.
 */
export function projectedTokenFile(
  path: string,
  options: { now?: () => number } = {},
): () => Promise<string> {
  const { now = Date.now } = options;
  let kept: { token: string; version: string } | undefined;
  let lookedAt = -Infinity;
  let pending: Promise<string> | undefined;

  async function look(): Promise<string> {
    const startedAt = now();
    const { mtimeMs, ino, size } = await stat(path);
    const version = `${mtimeMs} ${ino} ${size}`;
    if (kept?.version !== version) kept = { token: (await readFile(path, 'utf8')).trim(), version };
    if (kept.token === '') throw new Error(`${path} is empty`);
    lookedAt = startedAt;
    return kept.token;
  }

  return async function token(): Promise<string> {
    if (kept && now() - lookedAt < 1_000) return kept.token;
    try {
      return await (pending ??= look().finally(() => (pending = undefined)));
    } catch (cause) {
      kept = undefined;
      throw problem('upstream_unavailable', {
        detail: 'The service has no valid identity at the moment',
        cause,
      });
    }
  };
}
