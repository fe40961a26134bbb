import { useId } from 'react';
import { Button } from '@/shared/ui/button';
import { Input } from '@/shared/ui/field';
import { Icon } from '@/shared/ui/icon';
import { toast } from '@/shared/ui/toast';

/**
 * The demonstration: it takes an address, says that it was shortened, and sends nothing. It checks for itself
 * (noValidate), because the browser's own bubble would hide the message.
 */
export function DemoForm({ onShortened }: { onShortened: () => void }) {
  const id = useId();
  return (
    <form
      className="landing-try"
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        const form = event.currentTarget;
        const url = String(new FormData(form).get('url') ?? '').trim();
        if (url === '') {
          toast({ title: 'Please enter a URL', tone: 'bad' });
          return;
        }
        form.reset();
        onShortened();
        toast({ title: 'URL shortened successfully! This is a demo.' });
      }}
    >
      <label htmlFor={id}>Try it with a long address</label>
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
