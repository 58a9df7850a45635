/** Addresses in a pasted list: lines, commas, semicolons, or `Ada Lovelace <ada@example.com>`, each once. */
export function pastedAddresses(text: string): { addresses: string[]; others: string[] } {
  const entries = text
    .split(/[\n,;]+/)
    .map((entry) => /<([^<>\s]+)>/.exec(entry)?.[1] ?? entry.trim())
    .filter((entry) => entry !== '');
  const isAddress = (entry: string): boolean => /^[^\s@]+@[^\s@]+$/.test(entry);
  const seen = new Map(entries.filter(isAddress).map((one) => [one.toLowerCase(), one]));
  return { addresses: [...seen.values()], others: entries.filter((one) => !isAddress(one)) };
}
