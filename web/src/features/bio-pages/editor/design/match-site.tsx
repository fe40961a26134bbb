import { useState } from 'react';
import * as z from 'zod/mini';
import { matchSite, type SiteMatch } from '@/entities/bio-page/bio-page-mutations';
import { withScheme } from '@/entities/link/destination';
import { useAppForm } from '@/shared/forms/use-app-form';
import { Button } from '@/shared/ui/button';
import { Field, UrlInput } from '@/shared/ui/field';
import { useEditorActions } from '../editor-context';

const schema = z.object({
  url: z.string().check(z.refine((url) => url.trim() !== '', { error: 'Enter an address, such as example.com.' })),
});

const PARTS: Record<SiteMatch['found'][number], string> = {
  background: 'background',
  text: 'text',
  buttons: 'buttons',
  font: 'font',
  shape: 'button shape',
};

/** `Background, buttons and font of example.com`. */
function summaryOf({ found }: SiteMatch, url: string): string {
  const parts = new Intl.ListFormat('en-GB').format(found.map((part) => PARTS[part]));
  return `${parts.charAt(0).toUpperCase()}${parts.slice(1)} of ${new URL(withScheme(url)).host}`;
}

/** A form that makes a theme from the look of a website. The theme replaces the page's in one step of the history. */
export function MatchSite() {
  const { change } = useEditorActions();
  const [applied, setApplied] = useState('');
  const form = useAppForm({
    schema,
    defaultValues: { url: '' },
    guard: false,
    onSubmit: ({ url }) => {
      setApplied('');
      return matchSite(withScheme(url));
    },
    onSuccess: (match, { url }) => {
      change((draft) => ({ ...draft, theme: match.theme }));
      setApplied(summaryOf(match, url));
    },
  });
  return (
    <form noValidate className="bio-form" onSubmit={form.submit}>
      <Field label="Website" error={form.errorOf('url') ?? form.summary[0]}>
        {(control) => <UrlInput {...control} {...form.register('url')} maxLength={2048} placeholder="example.com" />}
      </Field>
      <p className="bio-match">
        <Button type="submit" busy={form.isPending}>
          Match website
        </Button>
        <span role="status" className="ui-small ui-muted">
          {applied}
        </span>
      </p>
    </form>
  );
}
