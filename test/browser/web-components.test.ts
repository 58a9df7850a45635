import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { Browser, Page } from 'playwright-core';
import { hasBrowser, startBrowser } from './browser.ts';
import { galleryServer } from './gallery-server.ts';
import type { GalleryServer } from './gallery-server.ts';

const describeInBrowser = hasBrowser ? describe : describe.skip;

describeInBrowser('a component of the web applications', () => {
  let gallery: GalleryServer;
  let browser: Browser;
  let page: Page;
  const focused = () => page.evaluate(() => document.activeElement?.textContent);

  beforeAll(async () => {
    [gallery, browser] = await Promise.all([galleryServer(), startBrowser()]);
    page = await browser.newPage({
      viewport: { width: 1280, height: 900 },
      reducedMotion: 'reduce',
    });
    page.setDefaultTimeout(30_000);
  });
  beforeEach(() => page.goto('about:blank'));
  afterAll(async () => {
    await browser?.close();
    gallery?.stop();
  });
  const open = (name: string) => page.goto(gallery.address(`#${name}`));

  it('searches a server while one types, and takes what is chosen', async () => {
    await open('fields');
    const owner = page.getByRole('combobox', { name: 'Owner' }).first();
    await owner.fill('gr');
    await page.getByRole('option', { name: 'Grace Hopper' }).click();
    expect(await owner.inputValue()).toBe('Grace Hopper');
    await owner.fill('zzz');
    await page.getByText('Nothing matches “zzz”.').waitFor();
    await page.keyboard.press('Tab');
    expect(await owner.inputValue()).toBe('Grace Hopper');
  });

  it('goes through the rows of a table with J and K, and selects with X', async () => {
    await open('table');
    await page.getByRole('link', { name: 'Ada Lovelace' }).waitFor();
    await page.keyboard.press('j');
    await page.keyboard.press('j');
    expect(await focused()).toBe('Grace Hopper');
    await page.keyboard.press('k');
    await page.keyboard.press('x');
    expect(await focused()).toBe('Ada Lovelace');
    await page.getByText('1 selected').waitFor();
    await page.getByRole('searchbox').fill('');
    await page.keyboard.type('jx');
    expect(await page.getByRole('searchbox').inputValue()).toBe('jx');
    expect(await page.getByText('1 selected').count()).toBe(1);
  });

  it('has rows that are links, and hides a column', async () => {
    await open('table');
    const link = page.getByRole('link', { name: 'Ada Lovelace' });
    expect(await link.getAttribute('href')).toBe('/users/usr_0');
    await page.getByRole('button', { name: 'Columns' }).click();
    await page.getByRole('menuitemcheckbox', { name: 'Email' }).click();
    await page.keyboard.press('Escape');
    expect(await page.getByRole('columnheader').allInnerTexts()).not.toContain('Email');
  });

  it('counts the changes of a form, and saves them with the keyboard', async () => {
    await open('form');
    await page.getByText('2 unsaved changes').waitFor();
    await page.getByLabel('Description').fill('A ledger.');
    await page.getByText('3 unsaved changes').waitFor();
    await page.keyboard.press('Control+s');
    await page.getByText('unsaved changes').waitFor({ state: 'detached' });
  });

  it('shows findings at their fields and in a summary, and goes to the first', async () => {
    await open('form-errors');
    const website = page.getByRole('textbox', { name: /Website/ });
    await page.getByRole('button', { name: 'Website: must be an https address' }).waitFor();
    const isFocused = () => website.evaluate((field) => field === document.activeElement);
    expect(await isFocused()).toBe(true);
    await page.getByText('allows no more applications').waitFor();
    await page.getByRole('textbox', { name: 'Name' }).focus();
    await page.getByRole('button', { name: /^Website:/ }).click();
    expect(await isFocused()).toBe(true);
  });

  it('says that changes are not saved if saving fails without words', async () => {
    await open('form-failed');
    await page.getByText('Your changes couldn’t be saved. Try again.').waitFor();
    await page.getByText('2 unsaved changes').waitFor();
  });

  it('deletes nothing before its name is typed', async () => {
    await open('confirm');
    const button = page.getByRole('button', { name: 'Delete organization' });
    expect(await button.isDisabled()).toBe(true);
    await page.getByLabel('Type acme-ltd to confirm').fill('acme-ltd');
    expect(await button.isDisabled()).toBe(false);
  });

  it('keeps a secret on the page until it is stored', async () => {
    await open('secret');
    await page.getByRole('alertdialog').waitFor();
    await page.keyboard.press('Escape');
    const button = page.getByRole('button', { name: 'Done' });
    expect(await button.isDisabled()).toBe(true);
    await page.getByText('I’ve stored it').click();
    expect(await button.isDisabled()).toBe(false);
  });

  it('resolves a conflict only after a choice', async () => {
    await open('conflict');
    const save = page.getByRole('button', { name: 'Save' });
    expect(await save.isDisabled()).toBe(true);
    await page.getByText('Your change', { exact: true }).click();
    expect(await save.isDisabled()).toBe(false);
  });

  it('finds an entry of the palette, and opens it again with the keyboard', async () => {
    await open('palette');
    await page.getByRole('menuitem').first().waitFor();
    await page.keyboard.type('set');
    await page.getByRole('menuitem', { name: 'Users' }).waitFor({ state: 'detached' });
    expect(await page.getByRole('menuitem').count()).toBe(1);
    await page.keyboard.press('Enter');
    await page.getByRole('dialog').waitFor({ state: 'detached' });
    await page.keyboard.press('Control+k');
    await page.getByRole('dialog').waitFor();
  });

  it('says in a toast what can be undone', async () => {
    await open('toast');
    await page.getByRole('button', { name: 'Undo' }).click();
    await page.getByText('Ada Lovelace is suspended.').waitFor({ state: 'detached' });
  });

  it('goes through the nodes of a graph with arrows, and selects one', async () => {
    await open('graphs');
    const graph = page.getByRole('application', { name: 'An order' });
    await graph.getByRole('button', { name: 'Pack' }).focus();
    await page.keyboard.press('ArrowRight');
    expect(await focused()).toMatch(/^Ship/);
    await page.keyboard.press('Enter');
    await graph.getByRole('button', { name: 'Ship', pressed: true }).waitFor();
    await graph.getByRole('button', { name: /^In stock/ }).click();
    await graph.getByRole('button', { name: /^In stock/, pressed: true }).waitFor();
    expect(await graph.locator('[tabindex="0"]').count()).toBe(1);
  });
});
