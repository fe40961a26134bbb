import { useEffect, useRef, useState } from 'react';
import { TIMING } from '@/shared/config/timing';
import { useShortcut } from '@/shared/hooks/use-shortcut';
import { Icon } from './icon';
import { Kbd } from './kbd';
import './search-box.css';

interface Props {
  value: string;
  onChange: (value: string) => void;
  /** "Search links". */
  label: string;
  placeholder: string;
  /** One of several on a screen: the slash key is not for it. */
  withoutKey?: boolean;
}

/**
 * The search of a list. Calls `onChange` a moment after the last key press, and adopts `value` when another component
 * changes it. The slash key focuses it.
 */
export function SearchBox({ value, onChange, label, placeholder, withoutKey }: Props) {
  const box = useRef<HTMLInputElement>(null);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const [text, setText] = useState(value);
  const [sent, setSent] = useState(value);
  const [seen, setSeen] = useState(value);
  if (value !== seen) {
    setSeen(value);
    if (value !== sent) setText(value);
  }
  useEffect(() => () => clearTimeout(timer.current), []);

  return (
    <span className="search-box">
      <Icon name="search" />
      <input
        ref={box}
        className="ui-input"
        type="search"
        placeholder={placeholder}
        aria-label={label}
        value={text}
        onChange={(event) => {
          const next = event.target.value;
          setText(next);
          clearTimeout(timer.current);
          timer.current = setTimeout(() => {
            setSent(next);
            onChange(next);
          }, TIMING.searchMs);
        }}
      />
      {!withoutKey && <SlashKey label={label} onPress={() => box.current?.focus()} />}
    </span>
  );
}

/** Registers the slash key, and shows it. */
function SlashKey({ label, onPress }: { label: string; onPress: () => void }) {
  useShortcut({ keys: '/', label, group: 'Lists', run: onPress });
  return <Kbd keys="/" />;
}
