/** The part of the Trusted Types API that is used; it is not in TypeScript's library. */
interface TrustedTypes {
  createPolicy(name: string, rules: Record<string, (text: string) => string>): unknown;
}

/**
 * Allows the empty string where HTML is expected, and nothing else: React Aria clears its announcer with `innerHTML = ''`. The content
 * policy admits no other policy, so no library can write HTML.
 */
export function guardHtml(): void {
  const { trustedTypes } = globalThis as { trustedTypes?: TrustedTypes };
  trustedTypes?.createPolicy('default', {
    createHTML(text) {
      if (text !== '') throw new TypeError('HTML must not be written');
      return text;
    },
  });
}
