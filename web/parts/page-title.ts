import { useEffect } from 'react';
import { readShell } from '../client/shell.ts';

/** Names the page in the title of the window. */
export function usePageTitle(title: string | undefined): void {
  useEffect(() => {
    const { tenantName } = readShell();
    document.title = title === undefined ? tenantName : `${title} · ${tenantName}`;
  }, [title]);
}
