// The page as its reader uses it. node --test page.test.mjs, with TAUFORGE=program and playwright-core beside.

import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { mkdtempSync, readFileSync, writeFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, before, test } from "node:test";
import { openBrowser, openPage } from "./browser.mjs";

const program = process.env.TAUFORGE;
const root = process.env.TAUFORGE_SOURCE;
const folder = mkdtempSync(join(tmpdir(), "tauforge-page-"));
const at = (name) => join(folder, name);
const tauforge = (...words) => execFileSync(program, words, { encoding: "utf8", stdio: ["ignore", "pipe", "pipe"] });
const robot = join(root, "robots/puma560.toml");
let browser;

before(async () => {
  browser = await openBrowser();
  tauforge("simulate", robot, join(root, "examples/first_steps.toml"), "-o", at("log.csv"), "--report", at("log.html"), "--quiet");
  tauforge("view", robot, "--no-open", "--quiet", "-o", at("view.html"));
});
after(async () => {
  await browser?.close();
  rmSync(folder, { recursive: true });
});

function readCsv(file) {
  const [head, ...rows] = readFileSync(file, "utf8").trim().split("\n").map((line) => line.split(","));
  return { head, rows };
}

test("opens without a network, says nothing and asks for nothing", async () => {
  for (const name of ["log.html", "view.html"]) {
    const { page, said, requests, context } = await openPage(browser, at(name));
    await page.mouse.wheel(0, 4000);
    await page.waitForTimeout(400);
    assert.deepEqual(said, []);
    assert.deepEqual(requests(), []);
    await context.close();
  }
});

test("the page without data is at most 900 kB", () => {
  const page = readFileSync(at("view.html"), "utf8");
  const data = /<script type="application\/json" id="data">.*?<\/script>/s.exec(page)[0].length;
  const functions = /const robots = \[\];.*?window\.tauforgeRobots/s.exec(page)[0].length;
  const without = Buffer.byteLength(page) - data - functions;
  console.log(`page without data: ${(without / 1000).toFixed(0)} kB`);
  assert.ok(without <= 900_000, `${without} bytes`);
});

test("the robot is drawn, and drawn anew when a slider moves", async () => {
  const { page, context } = await openPage(browser, at("view.html"));
  const canvas = page.locator("canvas.robot");
  await page.waitForTimeout(500);
  const first = await canvas.screenshot();
  const colours = await canvas.evaluate((element) => {
    const copy = document.createElement("canvas");
    copy.width = element.width;
    copy.height = element.height;
    const draw = copy.getContext("2d");
    draw.drawImage(element, 0, 0);
    return new Set(new Uint32Array(draw.getImageData(0, 0, copy.width, copy.height).data.buffer)).size;
  });
  assert.ok(colours > 50, `${colours} colours`);
  await page.locator('input[data-drive="1"][data-kind="0"]').focus();
  for (let k = 0; k < 20; ++k) await page.keyboard.press("ArrowRight");
  await page.waitForTimeout(300);
  assert.notDeepEqual(await canvas.screenshot(), first);
  await context.close();
});

test("torques of a pose are those of tauforge evaluate", async () => {
  const { page, context } = await openPage(browser, at("view.html"));
  const sliders = page.locator("input[data-drive]");
  const n = await sliders.count();
  for (let k = 0; k < n; ++k) {
    await sliders.nth(k).focus();
    for (let presses = 0; presses < 3 + ((5 * k) % 11); ++presses) await page.keyboard.press(k % 3 ? "ArrowRight" : "ArrowLeft");
  }
  const state = await sliders.evaluateAll((all) => all.map((s) => ({ drive: Number(s.dataset.drive), kind: Number(s.dataset.kind), value: s.value })));
  const shown = await page.locator("[data-torque]").evaluateAll((all) => all.map((o) => Number(o.dataset.value)));
  const letters = ["q", "qd", "qdd"];
  writeFileSync(at("state.csv"), state.map((s) => letters[s.kind] + (s.drive + 1)).join(",") + "\n" + state.map((s) => s.value).join(",") + "\n");
  tauforge("evaluate", robot, at("state.csv"), "--function", "inverse_dynamics", "-o", at("torque.csv"));
  const { head, rows } = readCsv(at("torque.csv"));
  const expected = rows[0].filter((_, k) => head[k].startsWith("tau")).map(Number);
  assert.equal(expected.length, 6);
  assert.ok(Math.max(...expected.map(Math.abs)) > 1);
  const off = Math.max(...expected.map((value, j) => Math.abs(value - shown[j])));
  console.log(`torques differ by ${off.toExponential(1)} N m`);
  assert.ok(off <= 1e-9, `${off}`);
  await context.close();
});

test("a payload and gravity change the torques at once", async () => {
  const { page, context } = await openPage(browser, at("view.html"));
  const torques = () => page.locator("[data-torque]").evaluateAll((all) => all.map((o) => Number(o.dataset.value)));
  const empty = await torques();
  await page.locator("summary", { hasText: "Payload and gravity" }).click();
  await page.getByLabel("mass [kg]").fill("2");
  const loaded = await torques();
  assert.ok(Math.abs(loaded[1] - empty[1]) > 1);
  await page.getByLabel("gravity z [m/s²]").fill("0");
  assert.ok(Math.max(...(await torques()).map(Math.abs)) < 1e-9);
  await context.close();
});

test("a plotted value is that of the log", async () => {
  const { page, context } = await openPage(browser, at("log.html"));
  const log = readCsv(at("log.csv"));
  const figure = page.locator("figure", { has: page.getByRole("heading", { name: "Torque of joint2", exact: true }) });
  await figure.scrollIntoViewIfNeeded();
  const [download] = await Promise.all([page.waitForEvent("download"), figure.getByRole("button", { name: "CSV" }).click()]);
  await download.saveAs(at("saved.csv"));
  const saved = readCsv(at("saved.csv"));
  const column = log.head.indexOf("tau:joint2");
  assert.equal(saved.rows.length, log.rows.length);
  log.rows.forEach((row, k) => assert.equal(Number(saved.rows[k][1]), Number(row[column])));
  // and under the pointer, to the digits that are shown
  const box = await figure.locator(".u-over").boundingBox();
  await page.mouse.move(box.x + box.width * 0.6, box.y + box.height / 2);
  const texts = await figure.locator(".reading").allTextContents();
  const number = (text) => Number(text.replace("\u2212", "-").replace("t = ", "").replace(" s", ""));
  const t = number(texts[0]);
  const nearest = log.rows.reduce((a, b) => (Math.abs(Number(b[0]) - t) < Math.abs(Number(a[0]) - t) ? b : a));
  assert.ok(Math.abs(number(texts[1]) - Number(nearest[column])) <= 1e-3 * Math.abs(Number(nearest[column])) + 1e-9, `${texts} ${nearest[column]}`);
  await context.close();
});

test("every control is reached by the keyboard alone", async () => {
  for (const name of ["view.html", "log.html"]) {
    const { page, context } = await openPage(browser, at(name));
    const all = await page.evaluate(() => {
      const controls = [...document.querySelectorAll("button, select, input, summary, a[href], [tabindex='0']")];
      const visible = controls.filter((c) => c.checkVisibility() && !c.closest("[hidden]"));
      visible.forEach((c, k) => (c.dataset.control = k));
      return visible.length;
    });
    const reached = new Set();
    for (let k = 0; k < all + 20 && reached.size < all; ++k) {
      await page.keyboard.press("Tab");
      const control = await page.evaluate(() => document.activeElement?.dataset.control);
      if (control !== undefined) reached.add(control);
    }
    console.log(`${name}: ${reached.size} of ${all} controls reached`);
    assert.equal(reached.size, all);
    await context.close();
  }
});

test("hostile names are text", async () => {
  const name = `</script><script>alert(1)</script><img src=x onerror=alert(2)>`;
  const text = readFileSync(robot, "utf8").replace(/^name = ".*"$/m, `name = '${name}'`).replaceAll("joint2", "joint2<b>x");
  writeFileSync(at("hostile.toml"), text);
  tauforge("view", at("hostile.toml"), "--no-open", "--quiet", "-o", at("hostile.html"));
  const { page, said, requests, context } = await openPage(browser, at("hostile.html"));
  assert.equal(await page.locator("h1").textContent(), name);
  assert.equal(await page.title(), name);
  assert.equal(await page.locator("img").count(), 0);
  assert.equal(await page.locator("#page b > b, main b b").count(), 0);
  assert.deepEqual(said, []);
  assert.deepEqual(requests(), []);
  await context.close();
});

test("two hundred thousand samples", async () => {
  const lines = ["t,q1,q2,q3,q4,q5,q6,tau1,tau2,tau3,tau4,tau5,tau6"];
  for (let k = 0; k < 200_000; ++k) {
    const t = k * 1e-3;
    lines.push([t, ...Array.from({ length: 12 }, (_, j) => Math.sin(0.1 * (j + 1) * t).toFixed(6))].join(","));
  }
  writeFileSync(at("long.csv"), lines.join("\n") + "\n");
  tauforge("view", robot, at("long.csv"), "--no-open", "--quiet", "-o", at("long.html"));
  const { page, said, context } = await openPage(browser, at("long.html"));
  const figure = page.locator("figure", { has: page.getByRole("heading", { name: "Torque of joint1", exact: true }) });
  await figure.scrollIntoViewIfNeeded();
  await figure.locator(".u-over").waitFor();
  const times = await page.evaluate(async () => {
    const plot = window.tauforgePlots.find((p) => p.plot);
    const all = [];
    for (let k = 0; k < 7; ++k) all.push(await plot.measure());
    return all.sort((a, b) => a - b);
  });
  assert.ok(times[0] > 0);
  console.log(`redraw of 200 000 samples: median ${times[3].toFixed(1)} ms (${times[0].toFixed(1)} to ${times[6].toFixed(1)})`);
  assert.deepEqual(said, []);
  await context.close();
});

test("light, dark, wide, narrow: nothing is wider than the page", async () => {
  for (const colorScheme of ["light", "dark"])
    for (const width of [1440, 390]) {
      const { page, said, context } = await openPage(browser, at("log.html"), { colorScheme, viewport: { width, height: 900 } });
      const wide = await page.evaluate(() => document.documentElement.scrollWidth);
      assert.ok(wide <= width, `${wide} px of content on ${width}`);
      assert.equal(await page.evaluate(() => document.documentElement.dataset.theme), colorScheme);
      await page.getByRole("button", { name: "Light / dark" }).click();
      assert.notEqual(await page.evaluate(() => document.documentElement.dataset.theme), colorScheme);
      assert.deepEqual(said, []);
      await context.close();
    }
});
