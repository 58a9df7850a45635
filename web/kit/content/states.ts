import { CircleAlert, CircleCheck, Info, TriangleAlert } from 'lucide-react';
import type { LucideIcon } from 'lucide-react';

/** How something is: each state has a color, an icon and a word, since color alone says nothing. */
export type State = 'ok' | 'warning' | 'error' | 'info';

export const stateIcons: Record<State, LucideIcon> = {
  ok: CircleCheck,
  warning: TriangleAlert,
  error: CircleAlert,
  info: Info,
};
