import { Button } from '@kickoff/ui';
import { useEffect, useRef, type PointerEvent } from 'react';

import { texts } from '../../texts';
import { CUT_SIDE, drawCrop, MOST_ZOOM, pulled, type Crop } from './crop';
import styles from './profile-form.module.css';

interface PictureCropProps {
  image: ImageBitmap;
  crop: Crop;
  onChange: (crop: Crop) => void;
  onRemove: () => void;
}

interface SliderProps {
  label: string;
  value: number;
  min?: number;
  max?: number;
  onChange: (value: number) => void;
}

function Slider({ label, value, min = 0, max = 1, onChange }: SliderProps) {
  return (
    <label className="ko-field">
      <span className="ko-label">{label}</span>
      <input
        type="range"
        min={min}
        max={max}
        step={(max - min) / 50}
        value={value}
        className={styles.slider}
        onChange={(event) => onChange(event.target.valueAsNumber)}
      />
    </label>
  );
}

/** Selects the visible part of a picture by sliders or by dragging. */
export function PictureCrop({ image, crop, onChange, onRemove }: PictureCropProps) {
  const canvas = useRef<HTMLCanvasElement>(null);
  useEffect(() => {
    if (canvas.current) drawCrop(canvas.current, image, crop);
  }, [image, crop]);

  const pull = (event: PointerEvent<HTMLCanvasElement>) => {
    if (!event.currentTarget.hasPointerCapture(event.pointerId)) return;
    const { width } = event.currentTarget.getBoundingClientRect();
    onChange(pulled(image, crop, event.movementX / width, event.movementY / width));
  };
  return (
    <div className="ko-form">
      <canvas
        ref={canvas}
        width={CUT_SIDE}
        height={CUT_SIDE}
        role="img"
        aria-label={texts.profileForm.crop}
        className={styles.picture}
        onPointerDown={(event) => event.currentTarget.setPointerCapture(event.pointerId)}
        onPointerMove={pull}
      />
      <Slider
        label={texts.profileForm.zoom}
        min={1}
        max={MOST_ZOOM}
        value={crop.zoom}
        onChange={(zoom) => onChange({ ...crop, zoom })}
      />
      <Slider
        label={texts.profileForm.x}
        value={crop.x}
        onChange={(x) => onChange({ ...crop, x })}
      />
      <Slider
        label={texts.profileForm.y}
        value={crop.y}
        onChange={(y) => onChange({ ...crop, y })}
      />
      <Button look="line" size="sm" onClick={onRemove}>
        {texts.profileForm.removePicture}
      </Button>
    </div>
  );
}
