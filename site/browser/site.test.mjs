// The site as its readers meet it. SITE names the folder that `segoc site --out` wrote, with a playground or without; CHROMIUM the browser, if it is not where
// Debian has it.
import { strict as assert } from "node:assert";
import { existsSync, readFileSync, readdirSync } from "node:fs";
import { createServer } from "node:http";
import { createRequire } from "node:module";
import { extname, join } from "node:path";
import { after, before, describe, test } from "node:test";
import { deflateRawSync, gzipSync } from "node:zlib";

import { chromium } from "playwright-core";

const SITE = process.env.SITE ?? assert.fail("SITE names no folder");
const BROWSER = process.env.CHROMIUM ?? ["/usr/bin/chromium", "/usr/bin/chromium-browser", "/usr/bin/google-chrome"].find(existsSync);
const AXE = createRequire(import.meta.url).resolve("axe-core/axe.min.js");
const TYPES = { ".html": "text/html", ".css": "text/css", ".js": "text/javascript", ".json": "application/json", ".wasm": "application/wasm", ".lua": "text/plain" };
/** One page of each kind. */
const KINDS = ["", "r/AVQW/", "r/HWZ1/", "c/sangan/", "rule/timing.missed/", "cards/", "rules/", "formats/", "engines/", "404.html"];

const PLAY = existsSync(join(SITE, "play/index.html"));
if (PLAY) KINDS.push("play/");

const pages = readdirSync(SITE, { recursive: true }).filter((file) => file.endsWith(".html"));
const text = (file) => readFileSync(join(SITE, file), "utf8");

describe("the files", () => {
  test("a ruling is complete in at most 60 KB", () => {
    const rulings = pages.filter((file) => file.startsWith("r/"));
    assert.ok(rulings.length > 1000);
    for (const file of rulings) {
      const size = gzipSync(text(file)).length;
      assert.ok(size <= 60 * 1024, `${file}: ${size} bytes`);
      assert.ok(!/<script|<img|url\(/.test(text(file)), `${file} asks for more than its style`);
    }
  });

  test("every link within the site leads somewhere", () => {
    const missing = new Set();
    for (const file of pages) {
      for (const [, href] of text(file).matchAll(/(?:href|src)="(\.{1,2}\/[^"#]*)(?:#[^"]*)?"/g)) {
        const path = join(file, "..", href);
        if (!existsSync(join(SITE, path, path.endsWith("/") || href.endsWith("/") ? "index.html" : ""))) missing.add(`${file} → ${href}`);
      }
    }
    assert.deepEqual([...missing].slice(0, 5), []);
  });

  test("nothing speaks of a playground that is not there", { skip: PLAY && "there is one" }, () => {
    // Documents speak of the whole project.
    for (const file of pages.filter((file) => !file.startsWith("docs/"))) assert.ok(!/href="[.\/]*play\/|Try it|Playground/.test(text(file)), file);
  });
});

describe("in a browser", { skip: BROWSER || process.env.CI ? false : "there is no Chromium here" }, () => {
  let browser, server, address;
  const errors = [];

  before(async () => {
    assert.ok(BROWSER, "there is no Chromium here");
    server = createServer((request, response) => {
      let path = decodeURIComponent(new URL(request.url, "http://localhost").pathname);
      if (path.endsWith("/")) path += "index.html";
      const file = join(SITE, path);
      if (!file.startsWith(SITE) || !existsSync(file)) return void response.writeHead(404).end();
      response.writeHead(200, { "content-type": `${TYPES[extname(file)]}; charset=utf-8` }).end(readFileSync(file));
    });
    await new Promise((ready) => server.listen(0, "127.0.0.1", ready));
    address = `http://127.0.0.1:${server.address().port}/`;
    const args = ["--no-sandbox", "--disable-gpu", "--disable-quic", "--disable-background-networking", "--disable-component-update", "--disable-sync"];
    browser = await chromium.launch({ executablePath: BROWSER, args });
  });
  after(async () => {
    await browser?.close();
    server?.close();
  });

  async function open(path, options = {}) {
    const page = await browser.newPage({ viewport: { width: 1100, height: 900 }, ...options });
    page.on("console", (message) => message.type() === "error" && errors.push(`${path}: ${message.text()}`));
    page.on("pageerror", (error) => errors.push(`${path}: ${error}`));
    await page.goto(address + path);
    return page;
  }

  test("somebody searches for Sangan and opens a ruling", async () => {
    const page = await open("");
    await page.fill("#q", "sangan peten");
    await page.waitForSelector("#results li");
    assert.match(await page.textContent("#found"), /found/);
    await page.fill("#q", "HWZ1");
    await page.waitForFunction(() => document.querySelectorAll("#results li").length === 1);
    await page.click("#results a");
    await page.waitForURL(/\/r\/HWZ1\/$/);
    assert.match(await page.textContent(".answer"), /Yugi's Sangan, Joey's Sangan/);
    await page.close();
  });

  test("a card is found in any spelling, and first", async () => {
    const page = await open("?q=dd%20crow");
    await page.waitForSelector("#results li");
    assert.equal(await page.textContent("#results li:first-child a"), "D.D. Crow");
    await page.close();
  });

  test("another format shows another chain, by mouse and by keyboard", async () => {
    const page = await open("r/AVQW/");
    const bottom = () => page.$$eval(".duel", (all) => all.filter((duel) => duel.offsetParent).map((duel) => [...duel.querySelectorAll("svg.chain title")].at(-1).textContent));
    assert.match((await bottom())[0], /^Chain Link 1: Yugi's Thestalos/);
    await page.click("label.tab:has-text('GOAT')");
    assert.match((await bottom())[0], /^Chain Link 1: Joey's Sangan/);
    assert.match(await page.textContent(".differs >> visible=true"), /The chain is CL1 Sangan/);
    await page.focus("#tab-1");
    await page.keyboard.press("ArrowLeft");
    assert.match((await bottom())[0], /Thestalos/);
    await page.close();
  });

  test("rulings can be read without scripts", async () => {
    const page = await open("r/AVQW/", { javaScriptEnabled: false });
    await page.click("label.tab:has-text('GOAT')");
    assert.ok(await page.isVisible("text=in this format the earlier moment comes first"));
    await page.close();
  });

  for (const colorScheme of ["light", "dark"]) {
    test(`nothing bars a reader (axe-core, ${colorScheme})`, async () => {
      for (const path of KINDS) {
        const page = await open(path, { colorScheme, bypassCSP: true });
        await page.addScriptTag({ path: AXE });
        const found = await page.evaluate(() => axe.run());
        assert.deepEqual(found.violations.map((v) => `${path} ${v.id}: ${v.nodes[0].html}`), []);
        await page.close();
      }
    });
  }

  test("no words run out of a drawing", async () => {
    const longest = (file) => Math.max(0, ...[...text(file).matchAll(/<text class="(?:card|detail)[^>]*>([^<]*)</g)].map(([, words]) => words.length));
    const rulings = pages.filter((file) => file.startsWith("r/")).sort((one, other) => longest(other) - longest(one));
    for (const file of rulings.slice(0, 20)) {
      const page = await open(file);
      const beyond = await page.evaluate(() => {
        document.querySelectorAll("section.duel").forEach((duel) => (duel.style.display = "block"));
        const end = (svg) => { const frame = svg.querySelector("rect.link")?.getBBox(); return frame ? frame.x + frame.width : svg.viewBox.baseVal.width; };
        const words = [...document.querySelectorAll("svg text")].filter((words) => { const box = words.getBBox(); return box.x + box.width > end(words.ownerSVGElement); });
        return words.map((words) => words.textContent);
      });
      assert.deepEqual(beyond, [], file);
      await page.close();
    }
  });

  test("a phone shows everything without scrolling sideways", async () => {
    for (const path of KINDS) {
      const page = await open(path, { viewport: { width: 360, height: 740 } });
      const wide = await page.evaluate(() => document.documentElement.scrollWidth);
      assert.ok(wide <= 360, `${path} is ${wide} pixels wide`);
      await page.close();
    }
  });

  describe("the playground", { skip: PLAY ? false : "the site was written without one" }, () => {
    /** The playground with a ruling, played. */
    async function play(fragment, options) {
      const page = await open(`play/${fragment}`, options);
      await page.waitForSelector("#results .outcomes", { timeout: 60_000 });
      return page;
    }
    const played = (page, words) => page.waitForFunction((words) => document.querySelector("#results .checked")?.textContent.includes(words), words);
    /** Puts the cursor before some words of the editor, by the keyboard's own means. */
    async function before(page, line) {
      await page.click(`.cm-line:has-text("${line}")`);
      await page.keyboard.press("Home");
    }

    test("somebody tries a ruling, spoils a check and reads the diff", async () => {
      const page = await open("r/HWZ1/");
      await page.click("text=Try it");
      await page.waitForURL(/\/play\/#r=HWZ1$/);
      await played(page, "It goes as written in 4 of 4 formats");
      assert.match(await page.textContent("#mistakes .checked"), /Nothing is wrong/);
      await page.click(".cm-line:has-text('- chain: [Dark Hole]')");
      await page.keyboard.press("End");
      for (let i = 0; i < "Dark Hole]".length; i++) await page.keyboard.press("Backspace");
      await page.keyboard.type("Joey's Sangan]");
      await played(page, "It goes otherwise in 4 of 4 formats");
      const diff = await page.textContent("#results .diff");
      assert.match(diff, /FAILED Two Sangans/);
      assert.match(diff, /^ *\d* *-.*chain: \[Joey's Sangan\]/m);
      assert.match(diff, /^ *\d* *\+.*chain: \[Dark Hole\]/m);
      await page.close();
    });

    test("mistakes are shown as `segoc check` does, and lead to their place", async () => {
      const page = await play("#r=HWZ1");
      await before(page, "question: ");
      await page.keyboard.press("ArrowRight");
      await page.keyboard.press("Delete");
      await page.waitForSelector("#mistakes .terminal");
      assert.match(await page.textContent("#mistakes"), /error\[unknown-field\]: unknown field `qestion` of a ruling.*did you mean `question`\?/s);
      assert.match(await page.textContent("#results"), /when it can be read/);
      await page.click("text=Go there");
      await page.keyboard.press("ArrowRight");
      await page.keyboard.type("u");
      await played(page, "It goes as written");
      await page.close();
    });

    test("what can be written is proposed", async () => {
      const page = await play("#r=HWZ1");
      await before(page, "formats: [");
      await page.keyboard.press("End");
      await page.keyboard.press("Enter");
      await page.keyboard.type("see");
      await page.waitForSelector(".cm-tooltip-autocomplete");
      // It is written already.
      assert.ok(!(await page.textContent(".cm-tooltip-autocomplete")).includes("see also"));
      await page.keyboard.press("Escape");
      for (let i = 0; i < 3; i++) await page.keyboard.press("Backspace");
      await page.keyboard.type("disp");
      await page.waitForSelector(".cm-tooltip-autocomplete >> text=disputed");
      await page.close();
    });

    test("Gorz is played by hand, and Tragoedia is refused with the reason", async () => {
      const page = await play("#r=Q896");
      await page.click("#by-hand");
      await page.click("button.pick:has-text('Attack directly with Celtic Guardian')");
      await page.click("button.pick:has-text('Gorz')");
      await page.waitForFunction(() => document.querySelector(".news")?.textContent.includes("Gorz"));
      await page.fill(".stage form input", "Tragoedia");
      await page.click(".stage form button");
      await page.waitForSelector(".reason a.rule:has-text('hand.one-self-summon-per-chain')");
      await page.click("#save");
      await page.waitForFunction(() => document.querySelector(".cm-content").textContent.includes("one-self-summon-per-chain"));
      await page.click("#by-rules");
      await played(page, "It goes as written in 1 of 1 format");
      await page.close();
    });

    test("what was answered can be taken back and answered otherwise, by keyboard alone", async () => {
      const page = await play("#r=Q896");
      await page.focus("#by-rules");
      await page.keyboard.press("ArrowRight");
      await page.waitForSelector(".picks button");
      const first = await page.textContent(".picks button");
      await page.focus(".picks button");
      await page.keyboard.press("Enter");
      await page.waitForFunction((first) => document.querySelector(".line ol").textContent.includes(first), first);
      await page.waitForFunction(() => document.activeElement.className === "question");
      await page.focus("#undo");
      await page.keyboard.press("Enter");
      await page.waitForFunction((first) => document.querySelector(".picks button")?.textContent === first, first);
      assert.ok((await page.$$(".line li:not(.on)")).length > 0, "the other line stays");
      await page.close();
    });

    test("a link holds the ruling, and a form is filled in", async () => {
      const page = await play("#r=HWZ1");
      await before(page, "question: ");
      await page.keyboard.press("End");
      await page.keyboard.type(" Ünd wårum?");
      await page.click("#link");
      await page.waitForURL(/#y=/);
      const other = await play(new URL(page.url()).hash);
      assert.match(await other.textContent(".cm-content"), /Ünd wårum\?/);
      await other.click("#propose");
      const form = new URL(await other.getAttribute("#status a", "href"));
      assert.equal(form.searchParams.get("template"), "ruling.yml");
      assert.match(form.searchParams.get("question"), /Ünd wårum\?/);
      assert.match(form.searchParams.get("situation"), /play\/#y=/);
      assert.ok(form.href.length < 8000);
      await page.close();
      await other.close();
    });

    test("hostile and damaged links do no harm", async () => {
      const text = "id: <img src=x onerror=alert(1)>\nruling: <script>alert(1)</script>\n";
      const hostile = await open(`play/#y=${deflateRawSync(text).toString("base64url")}`);
      await hostile.waitForSelector("#mistakes .terminal", { timeout: 60_000 });
      assert.equal(await hostile.evaluate(() => document.querySelectorAll("#play img, #play script").length), 0);
      await hostile.close();
      const damaged = await open("play/#y=%%%");
      await damaged.waitForSelector("#status.bad", { timeout: 60_000 });
      assert.match(await damaged.textContent("#status"), /damaged/);
      await damaged.close();
    });

    test("an engine that panics is started anew, and the page says so", async () => {
      const page = await play("#r=HWZ1");
      const [worker] = page.workers();
      await worker.evaluate(() => {
        const real = engineOf();
        // More room than there is: Rust panics.
        engineOf.next = { ...real, room: () => real.room(-1) };
      });
      await worker.evaluate(() => replaceEngine(engineOf.next));
      await before(page, "question: ");
      await page.keyboard.press("End");
      await page.keyboard.type(" So?");
      await page.waitForFunction(() => /broke down \(.*capacity overflow.*started anew/s.test(document.getElementById("status").textContent));
      await page.keyboard.type(" Now?");
      await played(page, "It goes as written in 4 of 4 formats");
      assert.match(await page.textContent(".cm-content"), /So\? Now\?/);
      await page.close();
    });

    test("a phone shows it without scrolling sideways", async () => {
      const page = await play("#r=Q896", { viewport: { width: 360, height: 740 } });
      const wide = () => page.evaluate(() => document.documentElement.scrollWidth);
      assert.ok((await wide()) <= 360, `${await wide()} pixels`);
      await page.click("#by-hand");
      await page.waitForSelector(".picks");
      assert.ok((await wide()) <= 360, `${await wide()} pixels by hand`);
      await page.close();
    });

    for (const colorScheme of ["light", "dark"]) {
      test(`nothing bars a player (axe-core, ${colorScheme})`, async () => {
        const page = await play("#r=Q896", { colorScheme, bypassCSP: true });
        const violations = async () => {
          const found = await page.evaluate(() => axe.run());
          return found.violations.map((v) => `${v.id}: ${v.nodes[0].html}`);
        };
        await page.addScriptTag({ path: AXE });
        assert.deepEqual(await violations(), []);
        await page.click("#by-hand");
        await page.waitForSelector(".picks");
        await page.click(".why");
        await page.waitForSelector(".reason p");
        assert.deepEqual(await violations(), []);
        await before(page, "question: ");
        await page.keyboard.type("x");
        await page.waitForSelector("#mistakes .terminal");
        assert.deepEqual(await violations(), []);
        await page.close();
      });
    }
  });

  test("no page has complained", () => assert.deepEqual(errors, []));
});
