import {
  ColorArea,
  ColorPicker,
  ColorSlider,
  ColorThumb,
  SliderTrack,
  parseColor,
} from 'react-aria-components';
import { useSay } from '../words/words-context.ts';
import styles from './color.module.css';

export interface ColorPanelProps {
  /** `#RRGGBB`; anything else starts at black. */
  value: string;
  onChange: (color: string) => void;
}

/** Picks a color by hue, saturation and brightness. */
export function ColorPanel({ value, onChange }: ColorPanelProps) {
  const say = useSay('kit');
  const start = /^#[0-9a-f]{6}$/i.test(value) ? value : '#000000';
  return (
    <ColorPicker
      value={parseColor(start).toFormat('hsb')}
      onChange={(color) => onChange(color.toString('hex').toUpperCase())}
    >
      <ColorArea
        aria-label={say('color.area')}
        colorSpace="hsb"
        xChannel="saturation"
        yChannel="brightness"
        className={styles['area']}
      >
        <ColorThumb className={styles['thumb']} />
      </ColorArea>
      <ColorSlider aria-label={say('color.hue')} colorSpace="hsb" channel="hue">
        <SliderTrack className={styles['track']}>
          <ColorThumb className={styles['thumb']} />
        </SliderTrack>
      </ColorSlider>
    </ColorPicker>
  );
}
