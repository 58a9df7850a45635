export { countInWindow, fixedWindowSweep, recentCounts, takeOfWindow } from './fixed-window.ts';
export { highestOverride, overriddenLimit } from './limit-override.ts';
export { rateHeaders } from './rate-headers.ts';
export { rateShare } from './rate-share.ts';
export type { RateCounts, RateShare } from './rate-share.ts';
export type { RateCheck, RateState, RateVerdict } from './rate-verdict.ts';
export { rateWindows } from './rate-windows.ts';
export type { RateOptions, RateWindows } from './rate-windows.ts';
