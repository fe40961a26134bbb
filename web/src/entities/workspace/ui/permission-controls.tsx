import type { ComponentProps, ReactNode } from 'react';
import { Button } from '@/shared/ui/button';
import { MenuItem } from '@/shared/ui/menu';
import { Tooltip } from '@/shared/ui/tooltip';
import { type Permission, useCan, useDenied } from '../use-can';

interface PermissionButtonProps extends ComponentProps<typeof Button> {
  permission: Permission;
  /** Why the button is disabled although the role has the permission. */
  denied?: string;
  /** A tooltip for the enabled button. */
  tip?: string;
  /** The shortcut in that tooltip. */
  tipKeys?: string;
}

/**
 * A button that needs a permission. Without it the button is disabled but focusable, and its tooltip and description are
 * the reason.
 */
export function PermissionButton({ permission, denied: other, tip, tipKeys, ...rest }: PermissionButtonProps) {
  const denied = useDenied(permission) ?? other;
  if (denied) return <DeniedButton {...rest} reason={denied} />;
  if (!tip) return <Button {...rest} />;
  return (
    <Tooltip text={tip} keys={tipKeys}>
      <Button {...rest} />
    </Tooltip>
  );
}

/** A disabled button that can be focused: its tooltip and description are the reason. */
export function DeniedButton({
  reason,
  onClick: _,
  disabled: __,
  ...button
}: ComponentProps<typeof Button> & { reason: string }) {
  return (
    <Tooltip text={reason}>
      <Button {...button} type="button" aria-disabled="true" aria-description={reason} />
    </Tooltip>
  );
}

/** A menu item that needs a permission. Without it the item is disabled, with the reason in its title. */
export function PermissionItem({
  permission,
  denied: other,
  ...rest
}: ComponentProps<typeof MenuItem> & { permission: Permission; denied?: string }) {
  const denied = useDenied(permission) ?? other;
  if (!denied) return <MenuItem {...rest} />;
  const { asChild, children } = rest;
  return (
    <MenuItem disabled>
      <span className="contents" title={denied}>
        {asChild ? deniedLabel(children) : children}
      </span>
    </MenuItem>
  );
}

/** The content of a link, which must not be followed. */
function deniedLabel(link: ReactNode): ReactNode {
  return (link as { props?: { children?: ReactNode } } | null)?.props?.children;
}

/** Renders its children only with a permission, or else `fallback`. */
export function Can({
  permission,
  fallback = null,
  children,
}: {
  permission: Permission;
  fallback?: ReactNode;
  children: ReactNode;
}) {
  return useCan(permission) ? children : fallback;
}
