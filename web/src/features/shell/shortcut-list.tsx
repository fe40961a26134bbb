import { useStore } from '@/shared/hooks/use-store';
import { t } from '@/shared/i18n/t';
import { shortcuts, showKeys } from '@/shared/lib/shortcuts';

// check-texts: not shown
const GROUPS = ['General', 'Go to', 'Period', 'Lists', 'Editors'] as const;

const NAMES: Readonly<Record<(typeof GROUPS)[number], string>> = {
  'Go to': t('Go to'),
  General: t('General'),
  Lists: t('Lists'),
  Period: t('Period'),
  Editors: t('Editors'),
};

/** The shortcuts of the current screen, grouped. */
export function ShortcutList() {
  const list = useStore(shortcuts.list);
  return GROUPS.map((group) => {
    const entries = list.filter((shortcut) => shortcut.group === group);
    if (entries.length === 0) return null;
    return (
      <section key={group} className="shell-keys">
        <h3>{NAMES[group]}</h3>
        <dl>
          {entries.map(({ keys, label }) => (
            <div key={keys + label}>
              <dt>{label}</dt>
              <dd>
                <kbd>{showKeys(keys)}</kbd>
              </dd>
            </div>
          ))}
        </dl>
      </section>
    );
  });
}
