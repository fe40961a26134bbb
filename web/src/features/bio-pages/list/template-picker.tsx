import { useState } from 'react';
import { PageThumb } from './page-thumb';
import { TEMPLATES } from './templates';

interface Props {
  value: string;
  onChange: (id: string) => void;
}

/** The templates as pages with their blocks, one of which is selected. */
export function TemplatePicker({ value, onChange }: Props) {
  // New blocks have new ids, and each content is a request.
  const [templates] = useState(() =>
    TEMPLATES.map(({ blocks, theme, ...template }) => ({
      ...template,
      content: { handle: '', title: 'Your name', theme, blocks: blocks() },
    })),
  );
  return (
    <fieldset className="bio-templates">
      <legend className="ui-label">Template</legend>
      {templates.map(({ id, label, hint, content }) => (
        <label key={id}>
          <input
            type="radio"
            name="template"
            className="ui-sr-only"
            checked={id === value}
            onChange={() => onChange(id)}
          />
          <span>
            <span aria-hidden="true">
              <PageThumb content={content} />
            </span>
            <b>{label}</b>
            <small className="ui-muted">{hint}</small>
          </span>
        </label>
      ))}
    </fieldset>
  );
}
