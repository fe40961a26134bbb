import { zodResolver } from '@hookform/resolvers/zod';
import { useMutation } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useForm } from 'react-hook-form';
import { rawMessageOf } from '@/shared/api/errors';
import { showFaults } from '@/shared/lib/form-faults';
import { Button } from '@/shared/ui/button';
import { Field, Input } from '@/shared/ui/field';
import { PasswordInput } from '@/shared/ui/password-input';
import { toast } from '@/shared/ui/toast';
import { logIn } from './auth-calls';
import { AuthPage } from './auth-page';
import { type LoginForm, loginSchema } from './login.schema';

/** Login. `onDone` brings the user to where they wanted to go. */
export function LoginScreen({ onDone }: { onDone: () => void }) {
  const { register, handleSubmit, setError, formState } = useForm<LoginForm>({
    resolver: zodResolver(loginSchema),
    defaultValues: { email: '', password: '' },
  });
  const { errors } = formState;
  const mutation = useMutation({
    mutationFn: logIn,
    onSuccess: () => {
      toast({ title: 'Success!', text: 'You have successfully logged in.' });
      onDone();
    },
    onError: (error) => {
      toast({ title: 'Login Failed', text: rawMessageOf(error), tone: 'bad' });
      showFaults(error, ['email', 'password'], setError);
    },
  });

  return (
    <AuthPage
      description="Log in to Linnet: your links, codes, pages and figures."
      title="Log in"
      heading="Welcome Back"
      lead={
        <>
          New here? <Link to="/signup">Sign up</Link>
        </>
      }
    >
      <form className="auth-form" noValidate onSubmit={handleSubmit((form) => mutation.mutate(form))}>
        <Field label="Email" className="ui-full" error={errors.email?.message}>
          {(field) => <Input {...field} type="email" autoComplete="username" {...register('email')} />}
        </Field>
        <div className="ui-full">
          <Field label="Password" error={errors.password?.message}>
            {(field) => <PasswordInput {...field} autoComplete="current-password" {...register('password')} />}
          </Field>
          <p className="mt-2">
            <Link to="/forgot-password" className="ui-more">
              Forgot password?
            </Link>
          </p>
        </div>
        <Button type="submit" tone="primary" size="lg" className="ui-full" busy={mutation.isPending}>
          {mutation.isPending ? 'Logging in...' : 'Log In'}
        </Button>
      </form>
    </AuthPage>
  );
}
