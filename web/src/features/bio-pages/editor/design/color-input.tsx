import { useState } from 'react';
import { Field, Input } from '@/shared/ui/field';

const COLOR = /^#[0-9a-f]{6}$/i;

interface Props {
  label: string;
  /** #rrggbb */
  value: string;
  onChange: (value: string) => void;
}

/** A color picker with a text input for the hex value. Only complete values are reported. */
export function ColorInput({ label, value, onChange }: Props) {
  const [typed, setTyped] = useState<string | null>(null);
  const text = typed ?? value;
  const valid = COLOR.test(text);
  return (
    <Field label={label} error={valid ? undefined : 'Enter a color such as #04755b.'}>
      {(control) => (
        <span className="bio-color">
          <input
            type="color"
            aria-label={`Pick ${label.toLowerCase()}`}
            value={value.toLowerCase()}
            onChange={(event) => {
              setTyped(null);
              onChange(event.target.value);
            }}
          />
          <Input
            {...control}
            className="ui-mono"
            maxLength={7}
            autoComplete="off"
            autoCapitalize="none"
            spellCheck={false}
            value={text}
            onBlur={() => valid && setTyped(null)}
            onChange={(event) => {
              const next = event.target.value.trim();
              setTyped(next);
              if (COLOR.test(next)) onChange(next.toLowerCase());
            }}
          />
        </span>
      )}
    </Field>
  );
}
