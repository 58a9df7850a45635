import type { LucideIcon } from 'lucide-react';

/** An icon of 16 px beside words; screen readers skip it. */
export const Icon = ({ of: Drawing, size = 16 }: { of: LucideIcon; size?: number }) => (
  <Drawing size={size} strokeWidth={1.75} aria-hidden focusable={false} />
);
