import { useId } from 'react';
import { Button } from '@/shared/ui/button';
import { Input } from '@/shared/ui/field';
import { Icon } from '@/shared/ui/icon';

/** The demo form; its island is in `islands/demo-form.ts`. */
export function DemoForm() {
  const id = useId();
  return (
    <form className="landing-try" noValidate data-part="form">
      <label htmlFor={id}>Try it with a long URL</label>
      <div className="ui-joined">
        <Input
          id={id}
          type="url"
          name="url"
          inputMode="url"
          autoComplete="off"
          placeholder="https://your-site.example/a/very/long/path"
        />
        <Button type="submit" tone="primary" size="lg">
          Shorten
          <Icon name="arrow" />
        </Button>
      </div>
    </form>
  );
}
