import { usePreferences } from '@/entities/session/use-session';
import { sessionStore } from '@/shared/lib/session-store';
import { Switch } from '@/shared/ui/choice';
import { Icon } from '@/shared/ui/icon';
import { Segmented } from '@/shared/ui/segmented';

const THEMES = [
  { value: 'system', label: 'System', icon: 'desktop' },
  { value: 'light', label: 'Light', icon: 'sun' },
  { value: 'dark', label: 'Dark', icon: 'moon' },
] as const;

/** Theme and keyboard shortcuts. Changes apply at once. */
export function PreferencesForm() {
  const { theme = 'system', shortcutsOff = false } = usePreferences();
  return (
    <div className="grid justify-items-start gap-5">
      <div className="ui-field">
        <span className="ui-label">Theme</span>
        <Segmented
          label="Theme"
          value={theme}
          options={THEMES.map(({ value, label, icon }) => ({
            value,
            label: (
              <>
                <Icon name={icon} />
                {label}
              </>
            ),
          }))}
          onChange={(next) => sessionStore.setPreferences({ theme: next === 'system' ? undefined : next })}
        />
      </div>
      <label className="flex items-center gap-3" htmlFor="single-keys">
        <Switch
          id="single-keys"
          checked={!shortcutsOff}
          onChange={(event) => sessionStore.setPreferences({ shortcutsOff: !event.target.checked })}
        />
        Single-key shortcuts (press ? to see them)
      </label>
    </div>
  );
}
