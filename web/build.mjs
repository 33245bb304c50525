// The page without data, one file: node build.mjs PAGE.html [PAGE.cpp]
// PAGE.cpp holds the same text for the program (tauforge/report/page_template.h).
import { build } from "esbuild";
import { readFileSync, writeFileSync } from "node:fs";

const [page, source] = process.argv.slice(2);
const here = new URL(".", import.meta.url);
const read = (name) => readFileSync(new URL(name, here), "utf8");

const bundle = await build({
  entryPoints: [new URL("src/main.ts", here).pathname],
  bundle: true,
  minify: true,
  write: false,
  format: "iife",
  target: "es2022",
  charset: "ascii",
  legalComments: "none",
});
const style = await build({
  stdin: { contents: read("node_modules/uplot/dist/uPlot.min.css") + read("style.css"), loader: "css" },
  minify: true,
  write: false,
});
const licences = ["three", "uplot"].map((name) => {
  const text = read(`node_modules/${name}/LICENSE`).trim().replaceAll("-->", "");
  return `${name}\n\n${text}`;
});
// A script may hold neither its own end nor the beginning of a comment.
const script = bundle.outputFiles[0].text.replaceAll("</script", "<\\/script").replaceAll("<!--", "<\\!--");
const parts = {
  "@STYLE@": style.outputFiles[0].text.trim(),
  "@SCRIPT@": script.trim(),
  "@LICENCES@": licences.join("\n\n"),
};
let text = read("page.html");
for (const [mark, part] of Object.entries(parts)) text = text.replace(mark, () => part);
writeFileSync(page, text);

if (source) {
  // Octal escapes are at most three digits long, so nothing that follows can join them.
  const bytes = Buffer.from(text, "utf8");
  const lines = [];
  for (let at = 0; at < bytes.length; at += 4000) {
    let line = "";
    for (const b of bytes.subarray(at, at + 4000))
      line += b === 10 ? "\\n" : b === 34 || b === 92 ? "\\" + String.fromCharCode(b)
        : b < 32 || b > 126 || b === 63 ? "\\" + b.toString(8).padStart(3, "0") : String.fromCharCode(b);
    lines.push(`  "${line}"`);
  }
  writeFileSync(source, `// Written by web/build.mjs.
#include "tauforge/report/page_template.h"

namespace {
constexpr char text[] =
${lines.join("\n")};
}

namespace tauforge::report {
PageTemplate page_template() { return {{text, sizeof text - 1}, ""}; }
}
`);
}
console.log(`${page}: ${(Buffer.byteLength(text) / 1000).toFixed(0)} kB`);
