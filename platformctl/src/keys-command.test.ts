import { describe, expect, it } from 'vitest';
import { runCommand } from './run.ts';

/** Requests a rotation at a terminal, and declines. */
async function promptOf(...args: string[]): Promise<string> {
  const questions: string[] = [];
  const code = await runCommand(['keys', 'rotate', '--now', ...args], {
    print: () => undefined,
    note: () => undefined,
    columns: undefined,
    ask: async (question) => {
      questions.push(question);
      return 'n';
    },
  });
  expect(code).not.toBe(0);
  return questions.join('\n');
}

describe('the prompt of keys rotate --now', () => {
  it('names tokens and events without a family, and that documents stay valid', async () => {
    expect(await promptOf()).toBe(
      'Rotating now revokes the current key. Whatever it signed becomes unverifiable: access tokens, ID tokens and security events. Documents stay valid: to revoke their key, use --family documents. Continue? [y/N] ',
    );
  });

  it.each([
    ['ES256', 'access tokens'],
    ['RS256', 'ID tokens and security events'],
  ])('names for %s only %s', async (family, signed) => {
    expect(await promptOf('--family', family)).toBe(
      `Rotating now revokes the current key. Whatever it signed becomes unverifiable: ${signed}. Continue? [y/N] `,
    );
  });

  it('names every kind of document, and the moment from which signatures do not count', async () => {
    expect(await promptOf('--family', 'documents')).toBe(
      'Rotating now revokes the current key of consent receipts, erasure certificates, access bundles, audit exports and audit checkpoints of all tenants. Signatures from this moment on do not count. What it signed before can be verified with /oauth2/document-keys, and not with /oauth2/jwks any more. Continue? [y/N] ',
    );
    const earlier = ['--family', 'documents', '--leaked-at', '2026-11-20T05:41:00Z'];
    expect(await promptOf(...earlier)).toContain(
      'Signatures from 2026-11-20T05:41:00.000Z on do not count.',
    );
  });
});
