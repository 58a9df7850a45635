const days = [30, 90, 180, 365];
const dayMs = 86_400_000;

/** The choice of the end that an eligibility has. */
export const kept = 'kept';

interface EndWords {
  never: string;
  until: (time: string) => string;
  days: (count: number) => string;
}

/** Ends of an eligibility to choose from. `current` is the one that it has; undefined for a new one. */
export const endChoices = (
  current: string | null | undefined,
  words: EndWords,
): { id: string; label: string }[] => [
  ...(current ? [{ id: kept, label: words.until(current) }] : []),
  { id: current === null ? kept : 'never', label: words.never },
  ...days.map((count) => ({ id: String(count), label: words.days(count) })),
];

/** The time of a chosen end; null for none. */
export const endOf = (choice: string, now = Date.now()): string | null =>
  choice === 'never' ? null : new Date(now + Number(choice) * dayMs).toISOString();
