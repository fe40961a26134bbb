import type { CSSProperties } from 'react';
import type { ThemePreset } from '@/entities/bio-page/bio-page.types';
import { FONT_STACKS, SHAPE_RADII } from './theme-options';

interface Props {
  presets: readonly ThemePreset[];
  value: string;
  onChange: (id: string) => void;
}

/** The themes as small pages, one of which is selected. The left half of a tile is its light mode. */
export function ThemeTiles({ presets, value, onChange }: Props) {
  return (
    <fieldset className="bio-themes">
      <legend className="ui-sr-only">Theme</legend>
      {presets.map((preset) => (
        <label key={preset.id} className="bio-theme">
          <input
            type="radio"
            name="theme"
            className="ui-sr-only"
            checked={preset.id === value}
            onChange={() => onChange(preset.id)}
          />
          <span className="bio-theme-art" aria-hidden="true">
            <Half preset={preset} mode="light" />
            <Half preset={preset} mode="dark" />
          </span>
          <span className="bio-theme-name">{preset.label}</span>
        </label>
      ))}
    </fieldset>
  );
}

function Half({ preset, mode }: { preset: ThemePreset; mode: 'light' | 'dark' }) {
  const { background, backgroundEnd, text, muted, button, buttonText, line, surface } = preset[mode];
  const style = {
    '--bg': background,
    '--bg-end': backgroundEnd,
    '--text': text,
    '--soft': muted,
    '--button': button,
    '--button-text': buttonText,
    '--rule': line,
    '--card': surface,
    '--radius': SHAPE_RADII[preset.shape],
    fontFamily: FONT_STACKS[preset.font],
  } as CSSProperties;
  return (
    <span className="bio-theme-half" data-button={preset.buttonStyle} data-background={preset.background} style={style}>
      <b>Aa</b>
      <i />
      <i />
      <i />
    </span>
  );
}
