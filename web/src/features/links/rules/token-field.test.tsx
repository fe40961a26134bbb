import { screen } from '@testing-library/react';
import { HttpResponse, http } from 'msw';
import { useState } from 'react';
import { describe, expect, it } from 'vitest';
import { renderScreen, signIn } from '@/test/render';
import { server } from '@/test/server';
import { ConditionLeaf } from './condition-leaf';
import type { FactField } from './rule-fields';
import { newLeaf } from './rule-tree';

function Harness({ field }: { field: FactField }) {
  const [leaf, setLeaf] = useState(newLeaf(field));
  return <ConditionLeaf leaf={leaf} onChange={setLeaf} onWrap={null} onRemove={null} />;
}

const values = () => screen.getByRole('textbox', { name: 'Values' });
const NEVER_HOLDS = /does not know cities and regions, so this condition never holds/;

function render(field: FactField, cities = false) {
  signIn();
  server.use(http.get('*/api/v1/capabilities', () => HttpResponse.json({ cities })));
  return renderScreen(<Harness field={field} />);
}

describe('countries in a condition', () => {
  it('become their codes when typed by name', async () => {
    const { user } = await render('country');
    await user.type(screen.getByRole('combobox', { name: 'Values' }), 'Germany{Enter}usa{Enter}');
    expect(screen.getByText('Germany (DE)')).toBeVisible();
    expect(screen.getByText('United States (US)')).toBeVisible();
  });

  it('are refused with a suggestion when unknown, and stay in the field', async () => {
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

it('forgets the refusal when the next fact is typed as well', async () => {
  const { user } = await render('country', true);
  await user.type(screen.getByRole('combobox', { name: 'Values' }), 'Germnay{Enter}');
  await user.click(screen.getByRole('combobox', { name: 'Fact' }));
  await user.click(await screen.findByRole('option', { name: 'City' }));
  expect(screen.queryByRole('alert')).toBeNull();
});

describe('a condition on cities or regions', () => {
  it.each(['city', 'region'] as const)('warns when the install knows no %s', async (field) => {
    await render(field);
    expect(await screen.findByText(NEVER_HOLDS)).toBeVisible();
  });

  it('says nothing when the install knows cities', async () => {
    let asked = false;
    server.events.on('response:mocked', () => (asked = true));
    await render('city', true);
    await expect.poll(() => asked).toBe(true);
    expect(values()).toBeVisible();
    expect(screen.queryByText(NEVER_HOLDS)).toBeNull();
  });
});
