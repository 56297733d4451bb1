// speedscope.mjs BROWSER FILE: opens FILE in speedscope, and prints its table of
// functions.
import fs from 'node:fs';
import path from 'node:path';
import {pathToFileURL} from 'node:url';
import {chromium} from 'playwright-core';

const [executablePath, file] = process.argv.slice(2);
const browser = await chromium.launch({executablePath, args: ['--no-sandbox', '--allow-file-access-from-files']});
const page = await browser.newPage();
const faults = [];
page.on('pageerror', fault => faults.push(fault.message));
// The same way in which speedscope's program passes a file to the page.
const script = path.resolve('profile.js');
fs.writeFileSync(script, `speedscope.loadFileFromBase64("profile.json", "${fs.readFileSync(file, 'base64')}")`);
const index = path.resolve('node_modules/speedscope/dist/release/index.html');
await page.goto(`${pathToFileURL(index).href}#localProfilePath=${script}`);
await page.getByText('Sandwich').click({timeout: 120000});
await page.getByText('Symbol Name').waitFor({timeout: 120000});
console.log(await page.locator('body').innerText());
await browser.close();
if (faults.length) {
  console.error(faults.join('\n'));
  process.exit(1);
}
