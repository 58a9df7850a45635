import { useLayoutEffect, useRef, useState } from 'react';
import { classNames } from '../kit/class-names.ts';
import styles from './preview-frame.module.css';

export type Device = 'phone' | 'desktop';

const sizes = { phone: { width: 390, height: 720 }, desktop: { width: 1280, height: 800 } };

/** Scales a device to the width that there is. */
function useScale(width: number) {
  const box = useRef<HTMLDivElement>(null);
  const [scale, setScale] = useState(1);
  useLayoutEffect(() => {
    const element = box.current;
    if (!element) return undefined;
    const fit = () => setScale(Math.min(1, element.clientWidth / width));
    fit();
    const observer = new ResizeObserver(fit);
    observer.observe(element);
    return () => observer.disconnect();
  }, [width]);
  return { box, scale };
}

interface PreviewFrameProps {
  path: string | undefined;
  device: Device;
  title: string;
}

/** A page of the host in a frame. The one before stays until the next is loaded, so that nothing flashes. */
export function PreviewFrame({ path, device, title }: PreviewFrameProps) {
  const { width, height } = sizes[device];
  const { box, scale } = useScale(width);
  const [shown, setShown] = useState<string>();
  const paths = [...new Set([shown, path])].filter((one) => one !== undefined);
  return (
    <div ref={box} className={styles['stage']} style={{ blockSize: height * scale }}>
      {paths.map((one) => (
        <iframe
          key={one}
          src={one}
          title={title}
          tabIndex={-1}
          aria-hidden={one !== path && one !== shown ? true : undefined}
          onLoad={() => one === path && setShown(one)}
          className={classNames(styles['screen'], one !== shown && styles['isLoading'])}
          style={{
            inlineSize: width,
            blockSize: height,
            transform: `scale(${scale})`,
          }}
        />
      ))}
    </div>
  );
}
