import { act, screen, waitFor } from '@testing-library/react';
import { useState } from 'react';
import { describe, expect, it, vi } from 'vitest';
import { renderScreen } from '@/test/render';
import { Combobox } from './combobox';
import { rankOptions } from './rank-options';
import { type ComboOption, SearchList } from './search-list';

const COUNTRIES: ComboOption[] = [
  { value: 'AF', label: 'Afghanistan', keywords: 'AF +93' },
  { value: 'DE', label: 'Germany', keywords: 'DE +49' },
  { value: 'US', label: 'United States', keywords: 'US +1' },
];

function renderPicker(load: () => Promise<readonly ComboOption[]>) {
  const onChange = vi.fn();
  const ui = (
    <Combobox
      value=""
      load={load}
      onChange={onChange}
      shown=""
      placeholder="Choose a country"
      searchPlaceholder="Search country..."
      emptyText="No country found."
      listLabel="Countries"
      aria-describedby="none"
    />
  );
  return renderScreen(ui).then((view) => ({ ...view, onChange }));
}

describe('a combobox whose list arrives late', () => {
  it('takes the keys that were typed meanwhile, and Enter chooses their best match', async () => {
    let deliver = (_: readonly ComboOption[]) => {};
    const options = new Promise<readonly ComboOption[]>((resolve) => {
      deliver = resolve;
    });
    const { user, onChange } = await renderPicker(() => options);
    await user.click(screen.getByRole('combobox'));
    // The first keys go to the button, the later ones to the search field: both before the options are there.
    await user.keyboard('ge');
    expect(await screen.findByPlaceholderText('Search country...')).toHaveFocus();
    await user.keyboard('rm{Enter}');
    expect(onChange).not.toHaveBeenCalled();
    await act(async () => deliver(COUNTRIES));
    expect(onChange).toHaveBeenCalledExactlyOnceWith(COUNTRIES[1]);
  });

  it('shows the matches of what was typed, the first one highlighted', async () => {
    const { user } = await renderPicker(async () => COUNTRIES);
    await user.click(screen.getByRole('combobox'));
    await user.keyboard('uni');
    expect(await screen.findByPlaceholderText('Search country...')).toHaveValue('uni');
    const option = await screen.findByRole('option', { name: /United States/ });
    await waitFor(() => expect(option).toHaveAttribute('data-selected', 'true'));
    expect(screen.getAllByRole('option')).toHaveLength(1);
  });

  it.each([
    ['germ', 'DE'],
    ['+1', 'US'],
    ['an', 'AF'],
    ['xyz', undefined],
  ])('highlights for %j the option %j', (search, value) => {
    expect(rankOptions(COUNTRIES, search)[0]?.value).toBe(value);
  });
});

/** A list whose answers arrive when the test says so. */
function Found({ onChoose }: { onChoose: (value: string) => void }) {
  const [search, setSearch] = useState('');
  const [answered, setAnswered] = useState('');
  const options = COUNTRIES.filter(({ label }) => label.toLowerCase().includes(answered));
  return (
    <>
      <SearchList
        label="Link"
        placeholder="Search"
        search={search}
        onSearch={setSearch}
        options={options}
        pending={search !== answered}
        onChoose={onChoose}
      />
      <button type="button" onClick={() => setAnswered(search)}>
        Answer
      </button>
    </>
  );
}

describe('a list that a server searches', () => {
  it('highlights the first row after each answer, and Enter chooses it', async () => {
    const choose = vi.fn();
    const { user } = await renderScreen(<Found onChoose={choose} />);
    await user.type(screen.getByRole('combobox', { name: 'Link' }), 'ger');
    act(() => screen.getByRole('button', { name: 'Answer' }).click());
    await waitFor(() => expect(screen.getByRole('option', { selected: true })).toHaveTextContent('Germany'));
    await user.keyboard('{Enter}');
    expect(choose).toHaveBeenCalledExactlyOnceWith('DE');
  });

  it('waits with Enter for the answer to what was typed', async () => {
    const choose = vi.fn();
    const { user } = await renderScreen(<Found onChoose={choose} />);
    await user.type(screen.getByRole('combobox', { name: 'Link' }), 'unit{Enter}');
    expect(choose).not.toHaveBeenCalled();
    act(() => screen.getByRole('button', { name: 'Answer' }).click());
    await waitFor(() => expect(choose).toHaveBeenCalledExactlyOnceWith('US'));
  });
});
