// Pages in Debian's chromium: opened from disk, without a network, watched for everything they say and ask for.

import { chromium } from "playwright-core";

const flags = ["--no-sandbox", "--use-gl=angle", "--use-angle=swiftshader", "--enable-unsafe-swiftshader"];

export async function openBrowser() {
  return chromium.launch({ executablePath: process.env.CHROMIUM ?? "/usr/bin/chromium", args: flags });
}

// A page with what it said on the console and what it asked for besides itself.
export async function openPage(browser, file, options = {}) {
  const context = await browser.newContext({ offline: true, viewport: { width: 1280, height: 900 }, acceptDownloads: true, ...options });
  const page = await context.newPage();
  const said = [];
  const requests = [];
  page.on("console", (message) => said.push(message.text()));
  page.on("pageerror", (error) => said.push(String(error)));
  page.on("dialog", (dialog) => {
    said.push(`dialog: ${dialog.message()}`);
    dialog.dismiss();
  });
  page.on("request", (request) => requests.push(request.url()));
  await page.goto("file://" + file);
  await page.waitForSelector("main");
  return { page, said, requests: () => requests.slice(1), context };
}
