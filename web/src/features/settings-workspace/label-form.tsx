import { type FormEvent, type ReactNode, useState } from 'react';
import { Input } from '@/shared/ui/field';

interface Props {
  label: string;
  submit: (busy: boolean) => ReactNode;
  busy: boolean;
  /** Resolves to whether it succeeded, which clears the input. */
  onSubmit: (values: { name: string }) => Promise<boolean>;
}

/** Creates a label from its name. */
export function LabelForm({ label, submit, busy, onSubmit }: Props) {
  const [name, setName] = useState('');

  async function send(event: FormEvent) {
    event.preventDefault();
    if (name.trim() && (await onSubmit({ name }))) setName('');
  }

  return (
    <form className="mt-3" onSubmit={send}>
      <div className="ui-joined ui-full">
        <Input
          aria-label={label}
          placeholder={label}
          maxLength={50}
          autoComplete="off"
          value={name}
          onChange={(event) => setName(event.target.value)}
        />
        {submit(busy)}
      </div>
    </form>
  );
}
