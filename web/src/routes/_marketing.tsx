import { createFileRoute, Outlet } from '@tanstack/react-router';

/** The layout of the public pages: one header, one footer. */
export const Route = createFileRoute('/_marketing')({
  component: Outlet,
});
