import { useState } from 'react';
import type { Theme, ThemePreset } from '@/entities/bio-page/bio-page.types';
import { Field } from '@/shared/ui/field';
import { lazyPart } from '@/shared/ui/lazy-part';
import { Segmented } from '@/shared/ui/segmented';
import { Select } from '@/shared/ui/select';
import { BackgroundImage, DEFAULT_SHADE } from './background-image';
import { BACKGROUNDS, BUTTON_STYLES, FONTS, MODES, SHAPES } from './theme-options';

const MediaDialog = lazyPart(() => import('@/widgets/media/media-dialog'), 'MediaDialog');

interface Props {
  theme: Theme;
  preset: ThemePreset;
  onChange: (part: Partial<Theme>, key?: string) => void;
}

const ROWS = [
  { field: 'mode', label: 'Mode', options: MODES },
  { field: 'shape', label: 'Buttons', options: SHAPES },
  { field: 'buttonStyle', label: 'Button style', options: BUTTON_STYLES },
] as const;

/** Mode, font, buttons and background. A setting that equals the theme's own is not stored. */
export function StyleSettings({ theme, preset, onChange }: Props) {
  const set = (field: (typeof ROWS)[number]['field'] | 'font', value: string) =>
    onChange({ [field]: value === preset[field] ? undefined : value });
  return (
    <div className="bio-form">
      <Field label="Font">
        {(control) => (
          <Select
            {...control}
            value={theme.font ?? preset.font}
            options={FONTS}
            onChange={(value) => set('font', value)}
          />
        )}
      </Field>
      {ROWS.map(({ field, label, options }) => (
        <div key={field} className="ui-field">
          <span className="ui-label">{label}</span>
          <Segmented<string>
            label={label}
            value={theme[field] ?? preset[field]}
            options={options}
            onChange={(value) => set(field, value)}
            className="bio-choices"
          />
        </div>
      ))}
      <BackgroundSettings theme={theme} preset={preset} onChange={onChange} />
    </div>
  );
}

/** The background and its image. The theme has the background “image” once an image is chosen. */
function BackgroundSettings({ theme, preset, onChange }: Props) {
  const [choosing, setChoosing] = useState(false);
  const background = theme.background ?? preset.background;
  const choose = (value: string) => {
    if (value === 'image') return setChoosing(true);
    const own = value === preset.background ? undefined : (value as Theme['background']);
    onChange({ background: own, backgroundImage: undefined, backgroundShade: undefined });
  };
  return (
    <>
      <div className="ui-field">
        <span className="ui-label">Background</span>
        <Segmented<string>
          label="Background"
          value={background}
          options={BACKGROUNDS}
          onChange={choose}
          className="bio-choices"
        />
      </div>
      {background === 'image' && <BackgroundImage theme={theme} preset={preset} onChange={onChange} />}
      {choosing && (
        <MediaDialog
          onClose={() => setChoosing(false)}
          onPick={({ id }) => {
            setChoosing(false);
            onChange({ background: 'image', backgroundImage: id, backgroundShade: DEFAULT_SHADE });
          }}
        />
      )}
    </>
  );
}
