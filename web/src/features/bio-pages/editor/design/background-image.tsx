import type { Theme, ThemePreset } from '@/entities/bio-page/bio-page.types';
import { Field } from '@/shared/ui/field';
import { MediaField } from '@/widgets/media/media-field';
import { readable, readableShade } from './contrast';

/** The shade of a new image, in percent. */
export const DEFAULT_SHADE = 60;
const MAX_SHADE = 90;

interface Props {
  theme: Theme;
  preset: ThemePreset;
  onChange: (part: Partial<Theme>, key?: string) => void;
}

/** Names the shades that the page raises to keep text readable; null when it raises none. */
function shadeNote(theme: Theme, preset: ThemePreset, shade: number): string | null {
  const { colors } = theme;
  const mode = theme.mode ?? preset.mode;
  const palettes = colors
    ? [{ name: '', background: colors.background, text: readable(colors.text, colors.background) }]
    : (['light', 'dark'] as const)
        .filter((name) => mode === 'auto' || mode === name)
        .map((name) => ({ ...preset[name], name: mode === 'auto' ? ` in ${name} mode` : '' }));
  const raised = palettes
    .map(({ name, background, text }) => ({ name, percent: readableShade(background, text, shade) }))
    .filter(({ percent }) => percent > shade)
    .map(({ name, percent }) => `${percent}%${name}`);
  if (raised.length === 0) return null;
  return `Text would be hard to read on some images. The page raises the shade to ${raised.join(' and ')}.`;
}

/** The image behind the page and how much of the background color covers it. */
export function BackgroundImage({ theme, preset, onChange }: Props) {
  const shade = theme.backgroundShade ?? DEFAULT_SHADE;
  const note = shadeNote(theme, preset, shade);
  return (
    <>
      <MediaField
        label="Image"
        mediaId={theme.backgroundImage ?? ''}
        onChange={(id) =>
          onChange(
            id
              ? { backgroundImage: id }
              : { background: undefined, backgroundImage: undefined, backgroundShade: undefined },
          )
        }
        optional
      />
      <Field label="Shade" hint="How much of the background color covers the image.">
        {(control) => (
          <span className="bio-shade">
            <input
              {...control}
              type="range"
              min={0}
              max={MAX_SHADE}
              value={shade}
              aria-valuetext={`${shade}%`}
              onChange={(event) => onChange({ backgroundShade: event.target.valueAsNumber }, 'backgroundShade')}
            />
            <output className="ui-mono" aria-hidden="true">
              {shade}%
            </output>
          </span>
        )}
      </Field>
      {note && (
        <p className="ui-notice ui-accent" role="status">
          {note}
        </p>
      )}
    </>
  );
}
