import { useId } from 'react';
import { Button } from '@/shared/ui/button';
import { Input } from '@/shared/ui/field';

/** The newsletter form; its island is in `islands/newsletter.ts`. */
export function NewsletterForm() {
  const id = useId();
  return (
    <form data-island="newsletter">
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
