import { usePreferences } from '@/entities/session/use-session';
import { languageName, offeredLanguages } from '@/shared/i18n/languages';
import { t } from '@/shared/i18n/t';
import { sessionStore } from '@/shared/lib/session-store';
import { Field } from '@/shared/ui/field';
import { Icon } from '@/shared/ui/icon';
import { Segmented } from '@/shared/ui/segmented';
import { Select } from '@/shared/ui/select';
import { SwitchField } from '@/shared/ui/switch';

const THEMES = [
  { value: 'system', label: t('System'), icon: 'desktop' },
  { value: 'light', label: t('Light'), icon: 'sun' },
  { value: 'dark', label: t('Dark'), icon: 'moon' },
] as const;

const BROWSER = 'browser';

/** Stores the language (BCP 47); the page loads anew in it. Without one, it is the browser's. */
function changeLanguage(next: string): void {
  sessionStore.setPreferences({ language: next === BROWSER ? undefined : next });
  location.reload();
}

/** Theme, language and keyboard shortcuts. Changes apply at once. */
export function PreferencesForm() {
  const { theme = 'system', language = BROWSER, shortcutsOff = false } = usePreferences();
  return (
    <div className="grid justify-items-start gap-5">
      <div className="ui-field">
        <span className="ui-label">{t('Theme')}</span>
        <Segmented
          label={t('Theme')}
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
      {offeredLanguages().length > 1 && (
        <Field label={t('Language')}>
          {(control) => (
            <Select
              {...control}
              value={language}
              options={[
                { value: BROWSER, label: t('Language of the browser') },
                ...offeredLanguages().map((tag) => ({ value: tag, label: languageName(tag) })),
              ]}
              onChange={changeLanguage}
            />
          )}
        </Field>
      )}
      <SwitchField
        label={t('Single-key shortcuts (press ? to see them)')}
        checked={!shortcutsOff}
        onChange={(event) => sessionStore.setPreferences({ shortcutsOff: !event.target.checked })}
      />
    </div>
  );
}
