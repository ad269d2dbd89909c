import { join } from 'node:path';
import type { Page } from 'playwright-core';

const WIDTHS = [360, 800, 1440] as const;
const SCHEMES = ['light', 'dark'] as const;

/** Where pictures of the pages go: only where somebody asks for them. */
const FOLDER = process.env['SVC_TEST_PICTURES'];

/** Takes pictures of the page that is shown, if the variable SVC_TEST_PICTURES names a folder. */
export async function takePictures(page: Page, name: string): Promise<void> {
  if (FOLDER === undefined) return;
  const file = name.replace(/[^\w.-]+/g, '_');
  for (const colorScheme of SCHEMES) {
    await page.emulateMedia({ colorScheme });
    for (const width of WIDTHS) {
      await page.setViewportSize({ width, height: 800 });
      await page.screenshot({
        path: join(FOLDER, `${file}-${width}-${colorScheme}.png`),
        fullPage: true,
      });
    }
  }
}
