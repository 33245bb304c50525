// The pictures of the README, from the page of the demo: node pictures.mjs PAGE FOLDER
import { join } from "node:path";
import { openBrowser, openPage } from "./browser.mjs";

const [file, folder] = process.argv.slice(2);
const browser = await openBrowser();
const { page } = await openPage(browser, file, { viewport: { width: 1180, height: 760 } });
await page.waitForTimeout(500);

// the robot in the middle of its motion, with its torques
await page.evaluate(() => document.querySelector("main section").scrollIntoView({ behavior: "instant" }));
await page.getByLabel("time").first().focus();
for (let k = 0; k < 74; ++k) await page.keyboard.press("ArrowRight");
await page.evaluate(() => document.activeElement.blur());
await page.waitForTimeout(600);
await page.screenshot({ path: join(folder, "robot.png") });

// measured and predicted torques
const first = page.locator("figure", { has: page.getByRole("heading", { name: /^Torque of/ }) }).first();
await first.evaluate((f) => f.closest("section").scrollIntoView({ behavior: "instant" }));
await page.waitForTimeout(900);
await page.screenshot({ path: join(folder, "torques.png") });
await browser.close();
