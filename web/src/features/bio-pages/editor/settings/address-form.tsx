import * as z from 'zod/mini';
import { updateBioPage } from '@/entities/bio-page/bio-page-mutations';
import { useAppForm } from '@/shared/forms/use-app-form';
import { Button } from '@/shared/ui/button';
import { Field } from '@/shared/ui/field';
import { toast } from '@/shared/ui/toast';
import { handleSchema } from '../../handle.schema';
import { HandleInput } from '../../handle-input';
import { useEditorActions, useEditorState } from '../editor-context';

const schema = z.object({ handle: handleSchema });

/** The handle of the page, which has a button of its own: it is not part of the draft. */
export function AddressForm() {
  const { page } = useEditorState();
  const { apply } = useEditorActions();
  const form = useAppForm({
    schema,
    defaultValues: { handle: page.handle },
    values: { handle: page.handle },
    onSubmit: ({ handle }) => apply((revision) => updateBioPage(page.id, { handle: handle.trim() }, revision)),
    onSuccess: (saved) => {
      form.reset({ handle: saved.handle });
      toast({ title: 'Address changed', text: saved.url });
    },
    errorTitle: 'Couldn’t change the address',
  });
  return (
    <form noValidate className="bio-form" onSubmit={form.submit}>
      <Field label="Handle" error={form.errorOf('handle')}>
        {(control) => (
          <HandleInput
            {...control}
            {...form.register('handle')}
            domain={page.domain}
            prefixed={page.url.includes('/@')}
          />
        )}
      </Field>
      <p>
        <Button type="submit" busy={form.isPending} disabled={!form.isDirty}>
          Change address
        </Button>
      </p>
    </form>
  );
}
