import { Maximize, ZoomIn, ZoomOut } from 'lucide-react';
import { IconButton } from '../controls/icon-button.tsx';
import { useSay } from '../words/words-context.ts';
import styles from './graph.module.css';

interface GraphControlsProps {
  onZoom: (factor: number) => void;
  onFit: () => void;
}

/** Zooms with buttons, for those who have no wheel. */
export function GraphControls({ onZoom, onFit }: GraphControlsProps) {
  const say = useSay('kit');
  return (
    <div className={styles['controls']}>
      <IconButton
        size="small"
        icon={ZoomOut}
        label={say('graph.zoomOut')}
        onPress={() => onZoom(1 / 1.25)}
      />
      <IconButton
        size="small"
        icon={ZoomIn}
        label={say('graph.zoomIn')}
        onPress={() => onZoom(1.25)}
      />
      <IconButton size="small" icon={Maximize} label={say('graph.fit')} onPress={onFit} />
    </div>
  );
}
