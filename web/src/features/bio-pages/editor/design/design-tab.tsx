import { useQuery } from '@tanstack/react-query';
import { themePresets } from '@/entities/bio-page/bio-page.queries';
import type { Theme } from '@/entities/bio-page/bio-page.types';
import { PanelError } from '@/shared/ui/panel-error';
import { SettingsSection } from '@/shared/ui/settings-section';
import { Skeleton } from '@/shared/ui/skeleton';
import { useDraft, useEditorActions } from '../editor-context';
import { ColorSettings } from './color-settings';
import { MatchSite } from './match-site';
import { StyleSettings } from './style-settings';
import { ThemeTiles } from './theme-tiles';

/** The theme of the page and its settings. */
export function DesignTab() {
  const { theme } = useDraft();
  const { change } = useEditorActions();
  const { data: presets, error, refetch } = useQuery(themePresets());
  if (error && !presets) return <PanelError error={error} onRetry={refetch} />;
  const preset = presets?.find(({ id }) => id === theme.preset) ?? presets?.[0];
  if (!presets || !preset) return <Skeleton height={320} />;
  const set = (part: Partial<Theme>, key?: string) =>
    change((draft) => ({ ...draft, theme: { ...draft.theme, ...part } }), key && `theme.${key}`);
  return (
    <>
      <h2 className="bio-heading">Themes</h2>
      <ThemeTiles
        presets={presets}
        value={theme.preset}
        onChange={(id) => change((draft) => ({ ...draft, theme: { preset: id, mode: draft.theme.mode } }))}
      />
      <SettingsSection
        title="Match a website"
        about="Takes the colors, the font and the button shape of a public web page. Replaces the settings below."
      >
        <MatchSite />
      </SettingsSection>
      <SettingsSection title="Style" about="Replaces settings of the theme.">
        <StyleSettings theme={theme} preset={preset} onChange={set} />
      </SettingsSection>
      <SettingsSection
        title="Colors"
        about="Own colors replace those of the theme, in light and dark mode. Text that would be hard to read is adjusted."
      >
        <ColorSettings colors={theme.colors} preset={preset} onChange={(colors, key) => set({ colors }, key)} />
      </SettingsSection>
    </>
  );
}
