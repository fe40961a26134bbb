import { screen, waitFor } from '@testing-library/react';
import { HttpResponse, http } from 'msw';
import { useState } from 'react';
import { describe, expect, it } from 'vitest';
import { expectAccessible } from '@/test/axe';
import { renderScreen, signIn } from '@/test/render';
import { server } from '@/test/server';
import { ConditionLeaf } from './condition-leaf';
import type { ConditionField } from './rule-fields';
import { newLeaf } from './rule-tree';

function Harness({ field }: { field: ConditionField }) {
  const [leaf, setLeaf] = useState(newLeaf(field));
  return <ConditionLeaf leaf={leaf} onChange={setLeaf} onWrap={null} onRemove={null} />;
}

const values = () => screen.getByRole('textbox', { name: 'Values' });
const NEVER_MATCHES = /has no city or region data, so this condition never matches/;

function render(field: ConditionField, cities = false) {
  signIn();
  server.use(http.get('*/api/v1/capabilities', () => HttpResponse.json({ cities })));
  return renderScreen(<Harness field={field} />);
}

describe('country values', () => {
  it('are completed by Enter from a part of the name, and chosen with the arrow keys or the pointer', async () => {
    const { user } = await render('country');
    const field = screen.getByRole('combobox', { name: 'Values' });
    await user.type(field, 'Germ');
    expect(screen.getByRole('option', { name: 'Germany' })).toHaveAttribute('aria-selected', 'true');
    await expectAccessible(document.body);
    await user.keyboard('{Enter}');
    expect(screen.getByText('Germany (DE)')).toBeVisible();
    expect(field).toHaveValue('');
    expect(screen.queryByRole('listbox')).toBeNull();

    await user.type(field, 'guinea{ArrowDown}{Enter}');
    expect(screen.getByText('Guinea-Bissau (GW)')).toBeVisible();
    await user.type(field, 'portu');
    await user.click(screen.getByRole('option', { name: 'Portugal' }));
    expect(screen.getByText('Portugal (PT)')).toBeVisible();
    expect(field).toHaveFocus();
  });

  it('take a code or another name before the countries that contain it', async () => {
    const { user } = await render('country');
    await user.type(screen.getByRole('combobox', { name: 'Values' }), 'uk{Enter}de{Enter}');
    expect(screen.getByText('United Kingdom (GB)')).toBeVisible();
    expect(screen.getByText('Germany (DE)')).toBeVisible();
  });

  it('closes the suggestions with Escape and keeps the text', async () => {
    const { user } = await render('country');
    const field = screen.getByRole('combobox', { name: 'Values' });
    await user.type(field, 'Germ{Escape}');
    await waitFor(() => expect(screen.queryByRole('listbox')).toBeNull());
    expect(field).toHaveValue('Germ');
  });

  it('are converted to codes when entered by name', async () => {
    const { user } = await render('country');
    await user.type(screen.getByRole('combobox', { name: 'Values' }), 'Germany{Enter}usa{Enter}');
    expect(screen.getByText('Germany (DE)')).toBeVisible();
    expect(screen.getByText('United States (US)')).toBeVisible();
  });

  it('are rejected with a suggestion when unknown and stay in the input', async () => {
    const { user } = await render('country');
    const field = screen.getByRole('combobox', { name: 'Values' });
    await user.type(field, 'Germnay{Enter}');
    expect(screen.getByRole('alert')).toHaveTextContent('“Germnay” is not a country. Did you mean Germany?');
    expect(field).toHaveValue('Germnay');
    expect(field).toBeInvalid();
    await user.clear(field);
    await user.type(field, 'Germany,');
    expect(screen.queryByRole('alert')).toBeNull();
    expect(screen.getByText('Germany (DE)')).toBeVisible();
  });
});

it('takes other values than the suggested ones', async () => {
  const { user } = await render('browser');
  await user.type(screen.getByRole('combobox', { name: 'Values' }), 'Opera Mini{Enter}saf{ArrowDown}{Enter}');
  expect(screen.getByText('Opera Mini')).toBeVisible();
  expect(screen.getByText('Safari')).toBeVisible();
});

it('clears the error when another condition with a token input is selected', async () => {
  const { user } = await render('country', true);
  await user.type(screen.getByRole('combobox', { name: 'Values' }), 'Germnay{Enter}');
  await user.click(screen.getByRole('combobox', { name: 'Condition' }));
  await user.click(await screen.findByRole('option', { name: 'City' }));
  await waitFor(() => expect(screen.queryByRole('alert')).toBeNull());
});

describe('city and region conditions', () => {
  it.each(['city', 'region'] as const)('show a warning when the server has no %s data', async (field) => {
    await render(field);
    expect(await screen.findByText(NEVER_MATCHES)).toBeVisible();
  });

  it('show no warning when the server has city data', async () => {
    let responded = false;
    server.events.on('response:mocked', () => (responded = true));
    await render('city', true);
    await expect.poll(() => responded).toBe(true);
    expect(values()).toBeVisible();
    expect(screen.queryByText(NEVER_MATCHES)).toBeNull();
  });
});
