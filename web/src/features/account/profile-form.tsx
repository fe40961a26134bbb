import { useQuery, useQueryClient } from '@tanstack/react-query';
import { profileQuery } from '@/entities/session/me.queries';
import { api, body } from '@/shared/api/client';
import { FormSummary } from '@/shared/forms/form-summary';
import { useAppForm } from '@/shared/forms/use-app-form';
import { sessionStore } from '@/shared/lib/session-store';
import { Button } from '@/shared/ui/button';
import { Field, Input } from '@/shared/ui/field';
import { PanelError } from '@/shared/ui/panel-error';
import { Skeleton } from '@/shared/ui/skeleton';
import { toast } from '@/shared/ui/toast';
import { type ProfileForm as Form, profileSchema } from './account.schema';

/** The user's name. */
export function ProfileForm() {
  const { data, error, refetch } = useQuery(profileQuery);
  if (error) return <PanelError error={error} onRetry={refetch} />;
  if (!data) {
    return (
      <div className="grid max-w-[560px] gap-4" aria-busy="true">
        <Skeleton height={62} />
        <Skeleton width={120} height={36} />
      </div>
    );
  }
  return <ProfileNameForm stored={{ firstName: data.firstName, lastName: data.lastName }} />;
}

function ProfileNameForm({ stored }: { stored: Form }) {
  const queryClient = useQueryClient();
  const form = useAppForm({
    schema: profileSchema,
    defaultValues: stored,
    values: stored,
    onSubmit: (values: Form) => body(api.PATCH('/me', { body: values })),
    onSuccess: (user) => {
      queryClient.setQueryData(profileQuery.queryKey, (me) => me && { ...me, ...user });
      sessionStore.patchUser({ firstName: user.firstName, lastName: user.lastName });
      form.reset({ firstName: user.firstName, lastName: user.lastName });
      toast({ title: 'Profile saved' });
    },
    errorTitle: 'Couldn’t save the profile',
  });
  return (
    <form noValidate onSubmit={form.submit}>
      <Field label="First name" error={form.errorOf('firstName')}>
        {(field) => <Input {...field} autoComplete="given-name" {...form.register('firstName')} />}
      </Field>
      <Field label="Last name" error={form.errorOf('lastName')}>
        {(field) => <Input {...field} autoComplete="family-name" {...form.register('lastName')} />}
      </Field>
      <FormSummary messages={form.summary} />
      <div className="ui-full">
        <Button type="submit" tone="primary" busy={form.isPending} disabled={!form.isDirty}>
          Save profile
        </Button>
      </div>
    </form>
  );
}
