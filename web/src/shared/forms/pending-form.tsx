import { Button } from '../ui/button';
import { Field, Input } from '../ui/field';

interface Props {
  label: string;
  hint?: string;
  /** The button that submits. */
  action: string;
}

/** Stands for a form with one field, in its size, while the value loads. */
export function PendingForm({ label, hint, action }: Props) {
  return (
    <form aria-busy="true">
      <Field label={label} hint={hint} className="ui-full">
        {(control) => <Input {...control} disabled placeholder="..." />}
      </Field>
      <div className="ui-full">
        <Button tone="primary" disabled>
          {action}
        </Button>
      </div>
    </form>
  );
}
