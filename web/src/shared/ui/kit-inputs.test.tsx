import { render, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useState } from 'react';
import { describe, expect, it, vi } from 'vitest';
import { ApiError } from '@/shared/api/errors';
import { usePagedList } from '@/shared/hooks/use-paged-list';
import { expectAccessible } from '@/test/axe';
import { Button } from './button';
import { CursorPager } from './cursor-pager';
import { DataTable } from './data-table';
import { EditorLayout } from './editor-layout';
import { Menu, MenuCheckboxItem, MenuRadioGroup, MenuRadioItem } from './menu';
import { SecretReveal } from './secret-reveal';
import { TabList, tabPanelProps } from './tab-list';
import { TagsInput } from './tags-input';
import { UploadField } from './upload-field';
import { UsageMeter } from './usage-meter';

function Sort({ onChange }: { onChange: (value: 'new' | 'old') => void }) {
  const [dense, setDense] = useState(false);
  return (
    <main>
      <Menu trigger={<Button>Sort</Button>}>
        <MenuRadioGroup label="Sort by" value="new" onChange={onChange}>
          <MenuRadioItem value="new">Newest</MenuRadioItem>
          <MenuRadioItem value="old" keys="O">
            Oldest
          </MenuRadioItem>
        </MenuRadioGroup>
        <MenuCheckboxItem checked={dense} onChange={setDense}>
          Dense rows
        </MenuCheckboxItem>
      </Menu>
    </main>
  );
}

function Tabs() {
  const [value, setValue] = useState('links');
  return (
    <>
      <TabList
        id="t"
        label="Lists"
        value={value}
        tabs={[
          { value: 'links', label: 'Links' },
          { value: 'codes', label: 'Codes' },
        ]}
        onChange={setValue}
      />
      <div {...tabPanelProps('t', value)}>{value}</div>
    </>
  );
}

function Tags() {
  const [tags, setTags] = useState<string[]>(['spring']);
  return <TagsInput aria-label="Tags" value={tags} onChange={setTags} />;
}

function Pages({ search }: { search: string }) {
  const pages = usePagedList(search);
  return (
    <>
      <output>{`${pages.page} ${pages.cursor}`}</output>
      <CursorPager pages={pages} nextCursor={pages.page < 3 ? `c${pages.page}` : null} />
    </>
  );
}

describe('Menu choices', () => {
  it('exposes the checked option and reports another one', async () => {
    const onChange = vi.fn();
    const user = userEvent.setup();
    const { container } = render(<Sort onChange={onChange} />);
    await user.click(screen.getByRole('button', { name: 'Sort' }));
    expect(screen.getByRole('group', { name: 'Sort by' })).toBeInTheDocument();
    expect(screen.getByRole('menuitemradio', { name: 'Newest' })).toBeChecked();
    expect(screen.getByRole('menuitemradio', { name: /Oldest/ })).not.toBeChecked();
    await expectAccessible(container);
    await user.click(screen.getByRole('menuitemradio', { name: /Oldest/ }));
    expect(onChange).toHaveBeenCalledWith('old');
    expect(screen.queryByRole('menu')).not.toBeInTheDocument();
  });

  it('keeps the menu open when a checkbox item is toggled', async () => {
    const user = userEvent.setup();
    render(<Sort onChange={vi.fn()} />);
    await user.click(screen.getByRole('button', { name: 'Sort' }));
    await user.click(screen.getByRole('menuitemcheckbox', { name: 'Dense rows' }));
    expect(screen.getByRole('menuitemcheckbox', { name: 'Dense rows' })).toBeChecked();
  });
});

describe('TabList', () => {
  it('selects and focuses tabs with the arrow keys, Home and End', async () => {
    const user = userEvent.setup();
    const { container } = render(<Tabs />);
    await user.tab();
    expect(screen.getByRole('tab', { name: 'Links' })).toHaveFocus();
    await user.keyboard('{ArrowRight}');
    expect(screen.getByRole('tab', { name: 'Codes' })).toHaveFocus();
    expect(screen.getByRole('tab', { name: 'Codes' })).toHaveAttribute('aria-selected', 'true');
    await user.keyboard('{ArrowRight}');
    expect(screen.getByRole('tab', { name: 'Links' })).toHaveFocus();
    await user.keyboard('{End}');
    expect(screen.getByRole('tabpanel', { name: 'codes' })).toHaveTextContent('codes');
    await user.keyboard('{Home}');
    expect(screen.getByRole('tabpanel', { name: 'links' })).toBeInTheDocument();
    await expectAccessible(container);
  });
});

describe('TagsInput', () => {
  it('commits on Enter, comma and blur, drops duplicates, and removes with Backspace', async () => {
    const user = userEvent.setup();
    render(<Tags />);
    const input = screen.getByRole('textbox', { name: 'Tags' });
    const tags = () => screen.queryAllByRole('button').map((button) => button.getAttribute('aria-label'));
    await user.type(input, 'print{Enter}');
    await user.type(input, 'spring,');
    expect(tags()).toEqual(['Remove tag spring', 'Remove tag print']);
    await user.type(input, 'late');
    await user.tab();
    expect(tags()).toContain('Remove tag late');
    await user.type(input, '{Backspace}');
    expect(tags()).toEqual(['Remove tag spring', 'Remove tag print']);
    await user.click(screen.getByRole('button', { name: 'Remove tag spring' }));
    expect(tags()).toEqual(['Remove tag print']);
  });
});

describe('SecretReveal', () => {
  it('shows the secret read-only, selects it on focus and says that it is shown once', async () => {
    const user = userEvent.setup();
    const { container } = render(
      <SecretReveal title="API key created" label="API key" what="the key" secret="lnk_1" />,
    );
    const input = screen.getByRole<HTMLInputElement>('textbox', { name: 'API key' });
    expect(input).toHaveAttribute('readonly');
    await user.click(input);
    expect(input.selectionEnd).toBe(5);
    expect(screen.getByText(/Copy this key now\. It won't be shown again\./)).toBeInTheDocument();
    expect(screen.getByRole('button', { name: 'Copy the key' })).toBeInTheDocument();
    await expectAccessible(container);
  });
});

describe('UploadField', () => {
  const field = (progress: number | null, onFile = vi.fn(), error?: unknown) => (
    <UploadField title="Drop a file" accept=".csv" progress={progress} error={error} onFile={onFile}>
      CSV
    </UploadField>
  );

  it('passes on the selected file', async () => {
    const onFile = vi.fn();
    render(field(null, onFile));
    const file = new File(['a'], 'links.csv', { type: 'text/csv' });
    await userEvent.setup().upload(screen.getByLabelText('Choose file'), file);
    expect(onFile).toHaveBeenCalledWith(file);
  });

  it('shows the progress and disables the input during an upload', async () => {
    const { container } = render(field(0.4));
    expect(screen.getByRole('progressbar', { name: 'Upload' })).toHaveAttribute('aria-valuenow', '40');
    expect(screen.getByLabelText('Choose file')).toBeDisabled();
    await expectAccessible(container);
  });

  it('describes the input by the error of the last upload', () => {
    render(field(null, vi.fn(), new ApiError(413, { message: 'The file is too large.' }, 'r1')));
    expect(screen.getByLabelText('Choose file')).toHaveAccessibleDescription('The file is too large.');
  });
});

describe('UsageMeter', () => {
  it('shows a track only when there is a limit', () => {
    const meter = (limit: number | null) => (
      <UsageMeter label="Links used" used={3} limit={limit}>
        {(bounded) => (bounded ? '3 of 10' : '3')}
      </UsageMeter>
    );
    const { rerender } = render(meter(10));
    expect(screen.getByRole('progressbar', { name: 'Links used' })).toHaveAttribute('aria-valuemax', '10');
    rerender(meter(null));
    expect(screen.queryByRole('progressbar')).not.toBeInTheDocument();
  });
});

describe('usePagedList', () => {
  it('walks forward and back, and starts again when the key changes', async () => {
    const user = userEvent.setup();
    const { rerender } = render(<Pages search="" />);
    const next = screen.getByRole('button', { name: 'Next' });
    await user.click(next);
    await user.click(next);
    expect(screen.getByRole('status')).toHaveTextContent('3 c2');
    expect(next).toBeDisabled();
    await user.click(screen.getByRole('button', { name: 'Previous' }));
    expect(screen.getByRole('status')).toHaveTextContent('2 c1');
    rerender(<Pages search="spring" />);
    await waitFor(() => expect(screen.getByRole('status')).toHaveTextContent('1'));
    expect(screen.getByRole('button', { name: 'Previous' })).toBeDisabled();
  });
});

describe('DataTable', () => {
  it('shows the empty text when there are no rows', () => {
    render(<DataTable caption="Keys" columns={[]} rows={[]} rowKey={() => ''} empty="No keys yet." />);
    expect(screen.getByText('No keys yet.')).toBeInTheDocument();
    expect(screen.queryByRole('table')).not.toBeInTheDocument();
  });
});

describe('EditorLayout', () => {
  it('names its panes and announces the state of the draft', async () => {
    const { container } = render(
      <EditorLayout
        title="Bio page"
        status="Saved"
        actions={<Button>Publish</Button>}
        canvasLabel="Preview"
        inspectorLabel="Properties"
        canvas="canvas"
        inspector="inspector"
      />,
    );
    expect(screen.getByRole('region', { name: 'Preview' })).toHaveTextContent('canvas');
    expect(screen.getByRole('region', { name: 'Properties' })).toHaveTextContent('inspector');
    expect(screen.getByRole('status')).toHaveTextContent('Saved');
    await expectAccessible(container);
  });
});
