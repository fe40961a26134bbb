import type { ReactNode } from 'react';
import './settings-section.css';

/** One ruled section of a settings screen: its description at the left, its controls at the right. */
export function SettingsSection({ title, about, children }: { title: string; about?: ReactNode; children: ReactNode }) {
  return (
    <section className="ui-settings">
      <div>
        <h2>{title}</h2>
        {about && <p className="ui-muted">{about}</p>}
      </div>
      <div className="min-w-0">{children}</div>
    </section>
  );
}
