import { saveFile } from '@/shared/api/download';
import { Button } from '@/shared/ui/button';
import { CopyButton } from '@/shared/ui/copy-button';
import { Icon } from '@/shared/ui/icon';

/** Downloads the codes as a text file. */
function download(codes: readonly string[]): void {
  saveFile({
    name: 'linnet-recovery-codes.txt',
    content: new Blob([`${codes.join('\n')}\n`], { type: 'text/plain' }),
  });
}

/** Opens the print dialog with a page that contains only the codes. */
function print(codes: readonly string[]): void {
  const frame = document.createElement('iframe');
  frame.hidden = true;
  frame.title = 'Recovery codes';
  document.body.append(frame);
  const page = frame.contentDocument;
  if (!page) return;
  const heading = page.createElement('h1');
  heading.textContent = `Recovery codes for ${location.host}`;
  const list = page.createElement('pre');
  list.textContent = codes.join('\n');
  page.body.append(heading, list);
  frame.contentWindow?.addEventListener('afterprint', () => frame.remove());
  frame.contentWindow?.print();
}

/** Shows new recovery codes, which the server returns only once. */
export function RecoveryCodes({ codes, onDone }: { codes: readonly string[]; onDone: () => void }) {
  return (
    <div className="grid gap-4">
      <p className="ui-muted">
        Each code logs you in once if you lose your device. Store them where you can find them without it. They won’t be
        shown again.
      </p>
      <ul className="ui-panel ui-mono grid grid-cols-2 gap-2 p-4 max-md:grid-cols-1" aria-label="Recovery codes">
        {codes.map((code) => (
          <li key={code} className="whitespace-nowrap">
            {code}
          </li>
        ))}
      </ul>
      <div className="flex flex-wrap gap-2">
        <CopyButton text={codes.join('\n')} what="the recovery codes" tone="plain" />
        <Button onClick={() => download(codes)}>
          <Icon name="download" />
          Download
        </Button>
        <Button onClick={() => print(codes)}>Print</Button>
        <Button tone="primary" className="ml-auto" onClick={onDone}>
          I saved them
        </Button>
      </div>
    </div>
  );
}
