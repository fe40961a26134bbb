import { useId } from 'react';
import { Button } from '@/shared/ui/button';
import { Input } from '@/shared/ui/field';
import { toast } from '@/shared/ui/toast';

/** The newsletter form. It is a demo: the browser validates the address, and nothing is sent. */
export function NewsletterForm() {
  const id = useId();
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        event.currentTarget.reset();
        toast({ title: 'Thanks for subscribing! This is a demo.' });
      }}
    >
      <h2>
        <label htmlFor={id}>Monthly newsletter</label>
      </h2>
      <div className="ui-joined">
        <Input id={id} type="email" name="email" required autoComplete="email" placeholder="you@company.example" />
        <Button type="submit">Subscribe</Button>
      </div>
    </form>
  );
}
