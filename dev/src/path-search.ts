import { accessSync, constants } from 'node:fs';
import { delimiter, join } from 'node:path';

/** The first executable of that name on PATH. */
export const findOnPath = (name: string, path = process.env.PATH ?? ''): string | undefined => {
  const file = process.platform === 'win32' ? `${name}.exe` : name;
  return path
    .split(delimiter)
    .filter(Boolean)
    .map((folder) => join(folder, file))
    .find((candidate) => {
      try {
        accessSync(candidate, constants.X_OK);
        return true;
      } catch {
        return false;
      }
    });
};
