import type { KeyboardEvent, ReactNode } from 'react';

interface Props<T extends string> {
  /** Prefix of the ids: tabs are `<id>-<value>`, their panel is `<id>-panel`. */
  id: string;
  label: string;
  /** The selected tab. A value that is not in `tabs` selects none of them. */
  value: string;
  tabs: readonly { value: T; label: ReactNode }[];
  onChange: (value: T) => void;
}

/**
 * A tab list with one tab stop and automatic activation: the arrow keys, Home and End select a tab. Spread
 * `tabPanelProps` on the panel.
 */
export function TabList<T extends string>({ id, label, value, tabs, onChange }: Props<T>) {
  const selected = tabs.findIndex((tab) => tab.value === value);

  function onKeyDown(event: KeyboardEvent) {
    const at = Math.max(0, selected);
    const next = {
      ArrowLeft: tabs.at(at - 1),
      ArrowRight: tabs[(at + 1) % tabs.length],
      Home: tabs[0],
      End: tabs.at(-1),
    }[event.key];
    if (!next) return;
    event.preventDefault();
    onChange(next.value);
    document.getElementById(`${id}-${next.value}`)?.focus();
  }

  return (
    <div className="ui-tabs" role="tablist" aria-label={label}>
      {tabs.map((tab, index) => (
        <button
          key={tab.value}
          type="button"
          id={`${id}-${tab.value}`}
          role="tab"
          className="ui-tab"
          aria-selected={index === selected}
          aria-controls={`${id}-panel`}
          tabIndex={index === Math.max(0, selected) ? 0 : -1}
          onClick={() => onChange(tab.value)}
          onKeyDown={onKeyDown}
        >
          {tab.label}
        </button>
      ))}
    </div>
  );
}

/** Returns the attributes of the panel that belongs to the TabList with the same `id`. */
export function tabPanelProps(id: string, label: string) {
  return { id: `${id}-panel`, role: 'tabpanel', 'aria-label': label } as const;
}
