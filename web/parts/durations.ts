import type { PimRules } from '@platform/sdk';
import { useFormats } from '../kit/words/words-context.ts';

const offered = [900, 1_800, 3_600, 7_200, 14_400, 28_800, 86_400];

/** Durations to choose from, in seconds: usual ones up to the longest that the rules allow, and their default. */
export function durationChoices(
  rules: Pick<PimRules, 'maxDurationSeconds' | 'defaultDurationSeconds'>,
): readonly number[] {
  const { maxDurationSeconds: longest, defaultDurationSeconds: usual } = rules;
  const chosen = offered.filter((seconds) => seconds < longest);
  return [...new Set([...chosen, usual, longest])].sort((a, b) => a - b);
}

/** A duration in words: "30 minutes", "8 hours". */
export function useDurationWords(): (seconds: number) => string {
  const formats = useFormats();
  return (seconds) => {
    const isHours = seconds >= 3_600 && seconds % 3_600 === 0;
    const value = isHours ? seconds / 3_600 : Math.max(1, Math.round(seconds / 60));
    const unit = isHours ? 'hour' : 'minute';
    return formats.formatNumber(value, { style: 'unit', unit, unitDisplay: 'long' });
  };
}
