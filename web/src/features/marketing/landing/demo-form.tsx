import { useId } from 'react';
import { Button } from '@/shared/ui/button';
import { Input } from '@/shared/ui/field';
import { Icon } from '@/shared/ui/icon';
import { toast } from '@/shared/ui/toast';

/**
 * The demo form: it confirms that the URL was shortened, and sends nothing. It validates by itself (noValidate),
 * because the bubble of the browser would hide the toast.
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
