import type { Theme, ThemePreset } from '@/entities/bio-page/bio-page.types';
import { Field } from '@/shared/ui/field';
import { Segmented } from '@/shared/ui/segmented';
import { Select } from '@/shared/ui/select';
import { BACKGROUNDS, BUTTON_STYLES, FONTS, MODES, SHAPES } from './theme-options';

interface Props {
  theme: Theme;
  preset: ThemePreset;
  onChange: (part: Partial<Theme>) => void;
}

const ROWS = [
  { field: 'mode', label: 'Mode', options: MODES },
  { field: 'shape', label: 'Buttons', options: SHAPES },
  { field: 'buttonStyle', label: 'Button style', options: BUTTON_STYLES },
  { field: 'background', label: 'Background', options: BACKGROUNDS },
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
    </div>
  );
}
