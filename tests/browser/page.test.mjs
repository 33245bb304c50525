// The page as its reader uses it. node --test page.test.mjs, with TAUFORGE=program and playwright-core beside.

import assert from "node:assert/strict";
import { execFileSync, spawnSync } from "node:child_process";
import { copyFileSync, mkdirSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
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

// A page of every command that has --report, as small as it may be, and the exit codes that it may have: 5, a fit of few
// samples is doubtful; 6, a campaign of few runs may fail.
const scara = join(root, "robots/scara.toml");
const commands = {
  excite: [[0], "excite", scara, "--evaluations", "40", "--scenario", at("motion.toml"), "-o", at("motion.csv")],
  identify: [[0, 5], "identify", scara, at("moved.csv"), "-o", at("found")],
  generate: [[0], "generate", scara, "--effort", "200", "-o", at("code")],
  derive: [[0], "derive", scara, "--budget", "200", "--trade-off"],
  campaign: [[0], "campaign", join(root, "robots/puma260.toml"), "--seeds", "2"],
  run: [[0], "run", robot, join(root, "examples/first_steps.toml"), "--for", "1s", "-o", at("run.csv")],
  faults: [[0, 6], "simulate", robot, join(root, "examples/faults/puma560.toml"), "--faults", "campaign", "--runs", "20", "--fault-free", "2"],
};
const written = ["log.html", "view.html", "figures.html", ...Object.keys(commands).map((name) => `${name}.html`)];

function reported(name) {
  const [codes, ...words] = commands[name];
  if (name === "identify") {
    // the exciting motion with its torques, every 10 ms
    tauforge("evaluate", scara, "--motion", at("motion.toml"), "-o", at("moved.csv"));
    const [head, ...rows] = readFileSync(at("moved.csv"), "utf8").trim().split("\n");
    writeFileSync(at("moved.csv"), [head, ...rows.filter((_, k) => k % 10 === 0)].join("\n") + "\n");
  }
  const quiet = ["derive", "excite"].includes(name) ? [] : ["--quiet"];
  const answer = spawnSync(program, [...words, ...quiet, "--report", at(`${name}.html`)], { encoding: "utf8" });
  assert.ok(codes.includes(answer.status), `${name} ends with ${answer.status}: ${answer.stderr}`);
}

const figures = {
  title: "Two laws",
  overlays: [{ heading: "Together", plots: [{ title: "Error of joint 2", of: "tracking_error", drive: 2, series: [{ name: "one", log: "a.csv" }, { name: "other", log: "b.csv" }] }] }],
};
const story = { story: { headline: "It went well", trusted: true, summary: { head: ["", "here"], rows: [["a", "1"]] }, steps: [{ title: "First <b>", commands: ["tauforge x"], text: ["It did."], listing: { title: "code", text: "<i>" } }] } };
const loss = { two_rate_loss: [{ motion: "slow", background: "busy", percent: 0.6 }, { motion: "fast", background: "busy", percent: 2.3 }] };

before(async () => {
  browser = await openBrowser();
  tauforge("simulate", robot, join(root, "examples/first_steps.toml"), "-o", at("log.csv"), "--report", at("log.html"), "--quiet");
  tauforge("view", robot, "--no-open", "--quiet", "-o", at("view.html"));
  for (const name of Object.keys(commands)) reported(name);
  mkdirSync(at("figures"));
  for (const law of ["a", "b"]) copyFileSync(at("log.csv"), join(at("figures"), `${law}.csv`));
  writeFileSync(join(at("figures"), "figures.json"), JSON.stringify(figures));
  writeFileSync(join(at("figures"), "story.json"), JSON.stringify(story));
  writeFileSync(join(at("figures"), "loss.json"), JSON.stringify(loss));
  tauforge("report", at("figures"), "--robot", robot, "-o", at("figures.html"));
});
after(async () => {
  await browser?.close();
  rmSync(folder, { recursive: true });
});

function readCsv(file) {
  const [head, ...rows] = readFileSync(file, "utf8").trim().split("\n").map((line) => line.split(","));
  return { head, rows };
}

test("every page opens without a network, says nothing, asks for nothing, and is no wider than its window", async () => {
  for (const name of written)
    for (const width of [1440, 320]) {
      const { page, said, requests, context } = await openPage(browser, at(name), { viewport: { width, height: 900 } });
      await page.locator("details").evaluateAll((all) => all.forEach((d) => (d.open = true)));
      await page.mouse.wheel(0, 4000);
      await page.waitForTimeout(150);
      const wide = await page.evaluate(() => document.documentElement.scrollWidth);
      assert.ok(wide <= width, `${name}: ${wide} px of content on ${width}`);
      assert.ok(await page.locator("main section h2").count(), `${name} shows nothing`);
      assert.deepEqual(said, [], name);
      assert.deepEqual(requests(), [], name);
      await context.close();
    }
  console.log(written.map((name) => `${name} ${(statSync(at(name)).size / 1e6).toFixed(2)} MB`).join(", "));
});

test("a page begins with its verdict", async () => {
  for (const name of Object.keys(commands)) {
    const { page, context } = await openPage(browser, at(`${name}.html`));
    assert.ok(await page.locator(".frame > .verdict strong").first().textContent(), name);
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

// The robot's file with the same load, gravity and friction in it, by the program.
test("payload, gravity and friction give the torques of a robot that has them", async () => {
  const { page, context } = await openPage(browser, at("view.html"));
  const torques = () => page.locator("[data-torque]").evaluateAll((all) => all.map((o) => Number(o.dataset.value)));
  const empty = await torques();
  for (const summary of await page.locator(".controls summary").all()) if (!(await summary.evaluate((s) => s.parentElement.open))) await summary.click();
  const load = { "mass [kg]": 2.5, "centre x [m]": 0.04, "centre y [m]": -0.03, "centre z [m]": 0.12 };
  const gravity = { "gravity x [m/s²]": 1.5, "gravity y [m/s²]": -2, "gravity z [m/s²]": -9 };
  const friction = { "joint2: dry [N m]": 3.25, "joint2: viscous [N m s]": 1.5, "joint2: offset [N m]": 0.5, "joint5: dry [N m]": 0.75 };
  for (const [label, value] of Object.entries({ ...load, ...gravity, ...friction })) await page.getByLabel(label, { exact: true }).fill(String(value));
  const sliders = page.locator("input[data-drive]");
  for (let k = 0; k < (await sliders.count()); ++k) {
    await sliders.nth(k).focus();
    for (let presses = 0; presses < 2 + ((7 * k) % 5); ++presses) await page.keyboard.press(k % 4 ? "ArrowRight" : "ArrowLeft");
  }
  const state = await sliders.evaluateAll((all) => all.map((s) => ({ drive: Number(s.dataset.drive), kind: Number(s.dataset.kind), value: s.value })));
  const shown = await torques();
  writeFileSync(at("state.csv"), state.map((s) => ["q", "qd", "qdd"][s.kind] + (s.drive + 1)).join(",") + "\n" + state.map((s) => s.value).join(",") + "\n");
  const text = readFileSync(robot, "utf8").replace(/^gravity = .*$/m, "");
  const joint = (name, keys) => (all) => all.replace(new RegExp(`(name = "${name}"[^]*?)(\\n\\[joint.limits\\])`), `$1\n[joint.friction]\n${keys}$2`);
  let changed = joint("joint2", "coulomb = 3.25\nviscous = 1.5\noffset = 0.5")(text);
  changed = joint("joint5", "coulomb = 0.75")(changed);
  const [begin, ...rest] = changed.split(/^(?=\[\[link\]\])/m);
  changed = `${begin}gravity = [1.5, -2, -9]\n\n${rest.join("")}
[[link]]
name = "load"
mass = 2.5
centre = [0.04, -0.03, 0.12]
inertia = [0, 0, 0, 0, 0, 0]
[[joint]]
name = "grip"
type = "fixed"
parent = "link6"
child = "load"
`;
  writeFileSync(at("loaded.toml"), changed);
  tauforge("evaluate", at("loaded.toml"), at("state.csv"), "--function", "inverse_dynamics", "-o", at("torque.csv"));
  const { head, rows } = readCsv(at("torque.csv"));
  const expected = rows[0].filter((_, k) => head[k].startsWith("tau")).map(Number);
  const off = Math.max(...expected.map((value, j) => Math.abs(value - shown[j])));
  console.log(`torques with load, gravity and friction differ by ${off.toExponential(1)} N m`);
  assert.ok(Math.abs(expected[1] - empty[1]) > 5);
  assert.ok(off <= 1e-9, `${off}: ${shown} instead of ${expected}`);
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
  const number = (text) => Number(text.replace("\u2212", "-").replace("t = ", "").replace(/\s(s|N m)$/, ""));
  const t = number(texts[0]);
  const nearest = log.rows.reduce((a, b) => (Math.abs(Number(b[0]) - t) < Math.abs(Number(a[0]) - t) ? b : a));
  assert.ok(Math.abs(number(texts[1]) - Number(nearest[column])) <= 1e-3 * Math.abs(Number(nearest[column])) + 1e-9, `${texts} ${nearest[column]}`);
  await context.close();
});

// Every closed part is opened by its own key first: what is inside has to be reached, too.
test("every control is reached by the keyboard alone", async () => {
  for (const name of ["view.html", "log.html", "figures.html", "identify.html", "faults.html"]) {
    const { page, context } = await openPage(browser, at(name));
    for (const summary of await page.locator("summary").all()) {
      if (await summary.evaluate((s) => s.parentElement.open)) continue;
      await summary.focus();
      await page.keyboard.press("Enter");
      assert.ok(await summary.evaluate((s) => s.parentElement.open), `${name}: ${await summary.textContent()} does not open`);
    }
    const all = await page.evaluate(() => {
      document.activeElement.blur();
      scrollTo(0, 0);
      const controls = [...document.querySelectorAll("button, select, input, summary, a[href], [tabindex='0']")];
      const visible = controls.filter((c) => c.checkVisibility() && !c.closest("[hidden]"));
      visible.forEach((c, k) => (c.dataset.control = k));
      return visible.length;
    });
    const reached = new Set();
    for (let k = 0; k < all + 40 && reached.size < all; ++k) {
      await page.keyboard.press("Tab");
      const control = await page.evaluate(() => document.activeElement?.dataset.control);
      if (control !== undefined) reached.add(control);
    }
    console.log(`${name}: ${reached.size} of ${all} controls reached`);
    assert.equal(reached.size, all, name);
    await context.close();
  }
});

test("drawings tell values with units, hide series and zoom", async () => {
  const { page, said, context } = await openPage(browser, at("derive.html"));
  const figure = page.locator("figure", { has: page.getByRole("heading", { name: "What abbreviation costs and what it saves" }) });
  await figure.scrollIntoViewIfNeeded();
  const drawn = figure.locator(".drawn");
  const dots = () => figure.locator("[data-reading]").count();
  const before = await dots();
  assert.ok(before > 4);
  const dot = await figure.locator("[data-reading]").nth(2).boundingBox();
  await page.mouse.move(dot.x + dot.width / 2, dot.y + dot.height / 2);
  assert.match(await figure.locator(".tip").textContent(), /operations of the whole model .*torque error .*\s% of the largest/);
  await drawn.focus();
  await page.keyboard.press("ArrowRight");
  assert.equal(await figure.locator(".tip").isVisible(), true);
  await page.keyboard.press("+");
  await page.keyboard.press("+");
  assert.ok((await dots()) < before, "zoomed in there are fewer points");
  const ticks = () => figure.locator(".tick").allTextContents();
  const zoomed = await ticks();
  await page.keyboard.press("Shift+ArrowRight");
  assert.notDeepEqual(await ticks(), zoomed, "panned, the axis has other values");
  await page.keyboard.press("0");
  assert.equal(await dots(), before);
  const box = await drawn.boundingBox();
  await page.mouse.move(box.x + box.width * 0.3, box.y + 60);
  await page.mouse.down();
  await page.mouse.move(box.x + box.width * 0.6, box.y + 90, { steps: 4 });
  await page.mouse.up();
  assert.ok((await dots()) < before, "dragged, a part is shown");
  await figure.getByRole("button", { name: "All", exact: true }).click();
  const series = figure.locator(".legend button");
  await series.first().click();
  assert.ok((await dots()) < before && (await series.first().getAttribute("aria-pressed")) === "false");
  assert.deepEqual(said, []);
  await context.close();
});

test("every drawing has a value under the pointer, hides each of its series, and is saved as a picture", async () => {
  for (const name of ["identify.html", "generate.html", "faults.html", "excite.html", "campaign.html", "run.html", "figures.html"]) {
    const { page, said, context } = await openPage(browser, at(name));
    await page.locator("details").evaluateAll((all) => all.forEach((d) => (d.open = true)));
    const figures = page.locator("figure", { has: page.locator(".drawn") });
    assert.ok(await figures.count(), name);
    for (const figure of await figures.all()) {
      const title = await figure.locator("h4").textContent();
      const count = () => figure.locator("[data-reading]").count();
      const marks = await count();
      assert.ok(marks > 0, `${name}: ${title}`);
      for (const reading of await figure.locator("[data-reading]").evaluateAll((all) => all.map((m) => m.dataset.reading)))
        assert.match(reading, /\d.*(%|N|kg|m|s|steps|ms|runs|multiplications)/, `${name}: ${title}`);
      await figure.locator(".drawn").focus();
      await page.keyboard.press("ArrowRight");
      assert.ok(await figure.locator(".tip").isVisible(), `${name}: ${title}`);
      for (const series of await figure.locator(".legend button").all()) {
        await series.click();
        assert.ok((await count()) <= marks);
        await series.click();
        assert.equal(await count(), marks, `${name}: ${title}`);
      }
      const [download] = await Promise.all([page.waitForEvent("download"), figure.getByRole("button", { name: "PNG" }).click()]);
      await download.saveAs(at("saved.png"));
      assert.ok(statSync(at("saved.png")).size > 3000, `${name}: ${title}`);
    }
    assert.deepEqual(said, [], name);
    await context.close();
  }
});

test("logs that belong together are one plot", async () => {
  const { page, context } = await openPage(browser, at("figures.html"));
  const figure = page.locator("figure", { has: page.getByRole("heading", { name: "Error of joint 2", exact: true }) });
  await figure.scrollIntoViewIfNeeded();
  assert.equal(await figure.locator(".legend button").count(), 2);
  const [download] = await Promise.all([page.waitForEvent("download"), figure.getByRole("button", { name: "CSV" }).click()]);
  await download.saveAs(at("overlay.csv"));
  const { head, rows } = readCsv(at("overlay.csv"));
  assert.deepEqual(head, ["t", "one", "other"]);
  const log = readCsv(at("log.csv"));
  const of = (name) => log.head.findIndex((column) => column === name);
  const q = of("qtrue:joint2") >= 0 ? of("qtrue:joint2") : of("q:joint2");
  log.rows.forEach((row, k) => {
    const error = ((Number(row[q]) - Number(row[of("qref:joint2")])) * 180) / Math.PI;
    assert.ok(Math.abs(Number(rows[k][1]) - error) < 1e-12 && rows[k][1] === rows[k][2]);
  });
  assert.equal(await page.locator(".story li h3").textContent(), "First <b>");
  await context.close();
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
