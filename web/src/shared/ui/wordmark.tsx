import clsx from 'clsx';
import { PRODUCT } from '@/shared/config/product';
import { BlinkEye } from './blink-eye';

/** The eye and the product's name in lower case. Put it in a link to the start page. */
export function Wordmark({ size = 28, className }: { size?: number; className?: string }) {
  return (
    <span className={clsx('ui-wordmark', className)}>
      <BlinkEye size={size} />
      {PRODUCT.toLowerCase()}
    </span>
  );
}
