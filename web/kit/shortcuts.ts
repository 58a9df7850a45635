import { createContext, use, useEffect, useRef } from 'react';

/** Whether single keys act. A person can turn them off (WCAG 2.1.4). */
export const SingleKeys = createContext(true);

const editable =
  'input, textarea, select, [contenteditable], [role=textbox], [role=menu], [role=listbox]';

/** Whether keys belong to the element: it takes text, or a dialog is open. */
const takesKeys = (target: EventTarget | null): boolean =>
  (target instanceof Element && target.closest(editable) !== null) ||
  document.querySelector('[role=dialog], [role=alertdialog]') !== null;

/** Actions of single keys, such as `j`, `/` or `?`, while no field has the focus. */
export type KeyActions = Readonly<Record<string, () => void>>;

/** Listens to single keys while the component is on the page. */
export function useSingleKeys(actions: KeyActions): void {
  const isOn = use(SingleKeys);
  const latest = useRef(actions);
  latest.current = actions;
  useEffect(() => {
    if (!isOn) return undefined;
    const onKey = (event: KeyboardEvent) => {
      const hasModifier = event.metaKey || event.ctrlKey || event.altKey;
      if (hasModifier || event.defaultPrevented || takesKeys(event.target)) return;
      const action = latest.current[event.key.toLowerCase()];
      if (!action) return;
      event.preventDefault();
      action();
    };
    document.addEventListener('keydown', onKey);
    return () => document.removeEventListener('keydown', onKey);
  }, [isOn]);
}

/** Undo and redo by the keys of the system, except in fields, which undo their own text. */
export function useUndoKeys(actions: { undo?: () => void; redo?: () => void }): void {
  const latest = useRef(actions);
  latest.current = actions;
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      const key = event.key.toLowerCase();
      const isUndo = key === 'z' && !event.shiftKey;
      const isRedo = (key === 'z' && event.shiftKey) || key === 'y';
      const hasModifier = (event.metaKey || event.ctrlKey) && !event.altKey;
      if (!hasModifier || !(isUndo || isRedo) || takesKeys(event.target)) return;
      event.preventDefault();
      (isUndo ? latest.current.undo : latest.current.redo)?.();
    };
    document.addEventListener('keydown', onKey);
    return () => document.removeEventListener('keydown', onKey);
  }, []);
}
