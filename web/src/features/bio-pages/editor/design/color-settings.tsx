import type { ThemeColors, ThemePreset } from '@/entities/bio-page/bio-page.types';
import { Button } from '@/shared/ui/button';
import { SwitchField } from '@/shared/ui/switch';
import { ColorInput } from './color-input';
import { contrast, MIN_CONTRAST } from './contrast';

interface Props {
  /** Undefined: the colors of the theme. */
  colors: ThemeColors | undefined;
  preset: ThemePreset;
  onChange: (colors: ThemeColors | undefined, key?: string) => void;
}

const FIELDS = [
  { field: 'background', label: 'Background' },
  { field: 'backgroundEnd', label: 'Gradient end' },
  { field: 'text', label: 'Text' },
  { field: 'button', label: 'Buttons' },
  { field: 'buttonText', label: 'Button text' },
] as const;

/** Says what the server changes to keep text readable; null when it changes nothing. */
function contrastNote(colors: ThemeColors): string | null {
  const { background, backgroundEnd = background, text, button = text, buttonText } = colors;
  const faults = [
    text && Math.min(contrast(text, background), contrast(text, backgroundEnd)) < MIN_CONTRAST && 'text',
    button && buttonText && contrast(buttonText, button) < MIN_CONTRAST && 'button text',
  ].filter(Boolean);
  if (faults.length === 0) return null;
  const ratio = `${MIN_CONTRAST}:1`;
  return `The ${faults.join(' and the ')} would be hard to read (below ${ratio}). The page uses the nearest readable color instead.`;
}

/** The page's own colors, starting from those of the theme. */
export function ColorSettings({ colors, preset, onChange }: Props) {
  const { background, backgroundEnd, text, button, buttonText } = preset.light;
  const initial = { background, backgroundEnd, text, button, buttonText };
  const note = colors && contrastNote(colors);
  return (
    <div className="bio-form">
      <SwitchField
        label="Use own colors"
        checked={colors !== undefined}
        onChange={(event) => onChange(event.target.checked ? initial : undefined)}
      />
      {colors && (
        <>
          <div className="bio-colors">
            {FIELDS.map(({ field, label }) => (
              <ColorInput
                key={field}
                label={label}
                value={colors[field] ?? initial[field]}
                onChange={(value) => onChange({ ...colors, [field]: value }, field)}
              />
            ))}
          </div>
          {note && (
            <p className="ui-notice ui-accent" role="status">
              {note}
            </p>
          )}
          <p>
            <Button size="sm" onClick={() => onChange(initial)}>
              Reset to theme colors
            </Button>
          </p>
        </>
      )}
    </div>
  );
}
