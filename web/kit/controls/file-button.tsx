import { FileTrigger } from 'react-aria-components';
import { Button } from './button.tsx';
import type { ButtonProps } from './button.tsx';

export interface FileButtonProps extends Pick<
  ButtonProps,
  'aria-label' | 'children' | 'isPending' | 'isDisabled' | 'size'
> {
  /** Media types that the browser offers. The server decides. */
  accept: readonly string[];
  onFile: (file: File) => unknown;
}

/** Chooses a file. */
export const FileButton = ({ accept, onFile, ...button }: FileButtonProps) => (
  <FileTrigger
    acceptedFileTypes={accept}
    onSelect={(files) => {
      const file = files?.[0];
      if (file) void onFile(file);
    }}
  >
    <Button {...button} />
  </FileTrigger>
);
