import { FileTrigger } from 'react-aria-components';
import { Upload } from 'lucide-react';
import { Button } from './button.tsx';
import { Icon } from './icon.tsx';

export interface FileButtonProps {
  label: string;
  /** Types of files, such as `.xml`. */
  types: readonly string[];
  onText: (text: string) => void;
}

/** Reads a text file that the user picks. */
export const FileButton = ({ label, types, onText }: FileButtonProps) => (
  <FileTrigger acceptedFileTypes={types} onSelect={(files) => void files?.[0]?.text().then(onText)}>
    <Button size="small">
      <Icon of={Upload} />
      {label}
    </Button>
  </FileTrigger>
);
