import { createFileRoute } from '@tanstack/react-router';

export const Route = createFileRoute('/signup')({
  component: () => <h1>signup</h1>,
});
