import { useEffect, useState } from 'react';
import { TIMING } from '@/shared/config/timing';
import { t } from '@/shared/i18n/t';
import { copyText } from '@/shared/lib/clipboard';
import { BlinkEye } from './blink-eye';
import { Button, type ButtonLook } from './button';
import { Icon } from './icon';
import { toast } from './toast';
import { Tooltip } from './tooltip';

interface Props extends ButtonLook {
  text: string;
  /** Names the text: "Copy the key". */
  what: string;
  onCopied?: () => void;
}

/** Copies `text`. The icon becomes the eye, blinks and says "Copied"; a refusal is said in a toast with the text. */
export function CopyButton({ text, what, onCopied, ...look }: Props) {
  const [copied, setCopied] = useState(0);
  useEffect(() => {
    if (copied) {
      const timer = setTimeout(() => setCopied(0), TIMING.copiedMs);
      return () => clearTimeout(timer);
    }
  }, [copied]);
  const copy = async () => {
    if (!(await copyText(text))) {
      toast({ title: t('Couldn’t copy. Select the text and copy it by hand.'), text, tone: 'bad' });
      return;
    }
    onCopied?.();
    setCopied(Date.now());
  };
  return (
    <Tooltip text={copied ? t('Copied') : t('Copy {what}', { what })}>
      <Button tone="quiet" icon {...look} aria-label={t('Copy {what}', { what })} onClick={copy}>
        {copied ? <BlinkEye size={16} blinkKey={copied} /> : <Icon name="copy" />}
        <span className="ui-sr-only" role="status">
          {copied ? t('Copied') : ''}
        </span>
      </Button>
    </Tooltip>
  );
}
