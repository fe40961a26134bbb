import { useStore } from '@/shared/hooks/use-store';
import { shortcuts, showKeys } from '@/shared/lib/shortcuts';

const GROUPS = ['General', 'Go to', 'Period', 'Lists', 'Editors'] as const;

/** The shortcuts of the current screen, grouped. */
export function ShortcutList() {
  const list = useStore(shortcuts.list);
  return GROUPS.map((group) => {
    const entries = list.filter((shortcut) => shortcut.group === group);
    if (entries.length === 0) return null;
    return (
      <section key={group} className="shell-keys">
        <h3>{group}</h3>
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
