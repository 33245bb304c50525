// Every page as it looks, light and dark, wide and narrow: node screenshots.mjs FOLDER PAGE...
// A picture of the whole page each, in parts of at most 2400 pixels, so that a viewer shows them as they are.
import { mkdirSync } from "node:fs";
import { basename, join } from "node:path";
import { openBrowser, openPage } from "./browser.mjs";

const [folder, ...pages] = process.argv.slice(2);
const tall = 2400;
mkdirSync(folder, { recursive: true });
const browser = await openBrowser();
for (const file of pages)
  for (const colorScheme of ["light", "dark"])
    for (const width of [1280, 390]) {
      const { page, said, context } = await openPage(browser, file, { colorScheme, viewport: { width, height: 900 } });
      const height = await page.evaluate(() => document.documentElement.scrollHeight);
      // plots are drawn when they come into view
      for (let y = 0; y < height; y += 800) {
        await page.evaluate((to) => scrollTo({ top: to, behavior: "instant" }), y);
        await page.waitForTimeout(60);
      }
      await page.evaluate(() => scrollTo({ top: 0, behavior: "instant" }));
      await page.waitForTimeout(300);
      const name = `${basename(file, ".html")}-${colorScheme}-${width}`;
      const whole = await page.evaluate(() => document.documentElement.scrollHeight);
      await page.addStyleTag({ content: "nav, .stage { position: static !important; }" });
      for (let part = 0; part * tall < whole && part < 8; ++part)
        await page.screenshot({ path: join(folder, `${name}-${part + 1}.png`), fullPage: true, clip: { x: 0, y: part * tall, width, height: Math.min(tall, whole - part * tall) } });
      if (said.length) console.error(`${name}: ${said.join("; ")}`);
      await context.close();
    }
await browser.close();
