// The pictures of the README, from the page of the demo: node pictures.mjs PAGE FOLDER
import { join } from "node:path";
import { openBrowser, openPage } from "./browser.mjs";

const [file, folder] = process.argv.slice(2);
const browser = await openBrowser();
const { page } = await openPage(browser, file, { viewport: { width: 1240, height: 1000 } });
await page.waitForTimeout(500);

// of a section, below its heading's upper edge
async function picture(id, name, height) {
  await page.setViewportSize({ width: 1240, height: height + 200 });
  await page.evaluate((at) => document.getElementById(at).scrollIntoView({ behavior: "instant" }), id);
  await page.waitForTimeout(1500);
  const top = await page.evaluate((at) => document.getElementById(at).getBoundingClientRect().top, id);
  await page.screenshot({ path: join(folder, name), clip: { x: 20, y: top - 14, width: 1200, height } });
}

// the robot in the middle of its motion, with sliders, torques and mass matrix
await page.getByLabel("time", { exact: true }).first().focus();
for (let k = 0; k < 74; ++k) await page.keyboard.press("ArrowRight");
await page.evaluate(() => document.activeElement.blur());
await picture("the-robot", "robot.png", 1185);
// measured and predicted torques
await picture("logs-identified", "torques.png", 905);
await browser.close();
