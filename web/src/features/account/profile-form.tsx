import { zodResolver } from '@hookform/resolvers/zod';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useForm } from 'react-hook-form';
import { meKeys, profileQuery } from '@/entities/session/me.queries';
import { api, body } from '@/shared/api/client';
import { messageOf } from '@/shared/api/errors';
import { showFaults } from '@/shared/lib/form-faults';
import { sessionStore } from '@/shared/lib/session-store';
import { Button } from '@/shared/ui/button';
import { Field, Input } from '@/shared/ui/field';
import { PanelError } from '@/shared/ui/panel-error';
import { Skeleton } from '@/shared/ui/skeleton';
import { toast } from '@/shared/ui/toast';
import { type ProfileForm as Form, profileSchema } from './account.schema';

/** Name and address; the address is only shown. */
export function ProfileForm() {
  const { data, error, refetch } = useQuery(profileQuery);
  if (error) return <PanelError error={error} onRetry={refetch} />;
  if (!data) {
    return (
      <div className="grid max-w-[560px] gap-4" aria-busy="true">
        <Skeleton height={62} />
        <Skeleton height={62} />
        <Skeleton width={120} height={36} />
      </div>
    );
  }
  return <Names email={data.email} known={{ firstName: data.firstName, lastName: data.lastName }} />;
}

function Names({ email, known }: { email: string; known: Form }) {
  const queryClient = useQueryClient();
  const { register, handleSubmit, setError, formState } = useForm<Form>({
    resolver: zodResolver(profileSchema),
    values: known,
  });
  const mutation = useMutation({
    mutationFn: (form: Form) => body(api.PATCH('/me', { body: form })),
    onSuccess: (user) => {
      queryClient.setQueryData(meKeys.profile, user);
      sessionStore.patchUser({ firstName: user.firstName, lastName: user.lastName });
      toast({ title: 'Profile saved' });
    },
    onError: (error) => {
      toast({ title: 'The profile was not saved', text: messageOf(error), tone: 'bad' });
      showFaults(error, ['firstName', 'lastName'], setError);
    },
  });
  const { errors, isDirty } = formState;
  return (
    <form noValidate onSubmit={handleSubmit((form) => mutation.mutate(form))}>
      <Field label="First name" error={errors.firstName?.message}>
        {(field) => <Input {...field} autoComplete="given-name" {...register('firstName')} />}
      </Field>
      <Field label="Last name" error={errors.lastName?.message}>
        {(field) => <Input {...field} autoComplete="family-name" {...register('lastName')} />}
      </Field>
      <Field label="Email" className="ui-full" hint="The address you log in with.">
        {(field) => <Input {...field} type="email" value={email} readOnly />}
      </Field>
      <div className="ui-full">
        <Button type="submit" tone="primary" busy={mutation.isPending} disabled={!isDirty}>
          Save profile
        </Button>
      </div>
    </form>
  );
}
